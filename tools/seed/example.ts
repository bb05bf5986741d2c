import { setTimeout as pause } from 'node:timers/promises'
import { createConnection, type Connection } from '@carillon/contract/connections'
import { createCycle, type CycleInput, getCycle, sendNextStep } from '@carillon/contract/cycles'
import { listGroups, type Group } from '@carillon/contract/groups'
import {
  createMessage,
  getMessage,
  sendMessageNow,
  type MessageInput,
} from '@carillon/contract/messages'
import { getMe } from '@carillon/contract/users'
import type { SandboxClient } from '../../sandbox/src/testing/client.ts'
import type { Person } from '../client.ts'
import { drafts, greeting, planned, repeating, tips } from './messages.ts'

/** How often to look whether the server has heard of something, and for how long, in milliseconds. */
const LOOK_MS = 100
const PATIENCE_MS = 30_000

export type Example = {
  groups: Group[]
  scheduled: number
  repeating: number
  sent: number
  drafts: number
  cycles: number
}

/** Gives a person who has nothing yet a connection, groups, messages in every state worth a look, and a cycle in the middle of its round. */
export async function giveExample(person: Person, sandbox: SandboxClient): Promise<Example> {
  const groups = await connectGroups(person, sandbox)
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const say = (body: MessageInput) => person.call(createMessage, { body })

  const plans = inTheir(groups, planned)
  for (const { title, groupIds, inDays, at, ...said } of plans) {
    await say({
      kind: 'scheduled',
      title,
      content: contentOf(said),
      groupIds,
      schedule: { timeZone, rule: { kind: 'once', at: localTime(timeZone, inDays, at) } },
      status: 'active',
    })
  }
  const repeats = inTheir(groups, repeating)
  for (const { title, groupIds, rule, ...said } of repeats) {
    await say({
      kind: 'automated',
      title,
      content: contentOf(said),
      groupIds,
      schedule: { timeZone, rule },
      status: 'active',
    })
  }
  for (const { title, text } of drafts) {
    await say({ kind: 'scheduled', title, content: { text }, status: 'draft' })
  }
  await sendNow(person, {
    kind: 'scheduled',
    title: greeting.title,
    content: { text: greeting.text },
    groupIds: groups.map(({ id }) => id),
    schedule: { timeZone, rule: { kind: 'once', at: localTime(timeZone, 1, '12:00') } },
    status: 'active',
  })
  await goRound(person, {
    name: tips.name,
    steps: tips.texts.map((text) => ({ content: { text } })),
    groupIds: groups.map(({ id }) => id),
    schedule: { timeZone, rule: { kind: 'daily', everyDays: 1, at: [tips.at] } },
    status: 'active',
  })
  return {
    groups,
    scheduled: plans.length,
    repeating: repeats.length,
    sent: 1,
    drafts: drafts.length,
    cycles: 1,
  }
}

/** Those whose group is there: a tier may not allow them all. */
function inTheir<T extends { group: string }>(groups: readonly Group[], all: readonly T[]) {
  return all.flatMap((one) => {
    const group = groups.find(({ title }) => title === one.group)
    return group ? [{ ...one, groupIds: [group.id] }] : []
  })
}

/** What is said, with what is done after it was sent. */
const contentOf = ({ text, options }: Pick<(typeof planned)[number], 'text' | 'options'>) => ({
  text,
  ...(options ? { options } : {}),
})

/** Connects the bot of the server and adds it, as an admin of the sandbox's groups, to as many as the tier allows. */
async function connectGroups(person: Person, sandbox: SandboxClient): Promise<Group[]> {
  const { limits } = await person.call(getMe, {})
  const connection = await person.call(createConnection, { body: { channel: 'telegram-bot' } })
  const chats = await ownChats(sandbox)
  const wanted = chats.slice(0, limits.maxGroups ?? chats.length)
  const startPayload = codeOf(connection)
  for (const chatId of wanted) await sandbox.addBot({ chatId, startPayload })
  return until('the groups to appear', async () => {
    const { items } = await person.call(listGroups, {})
    return items.length === wanted.length ? items : undefined
  })
}

/** The groups that the messages are for, made anew where You, who holds the phone, has none of that name. */
async function ownChats(sandbox: SandboxClient): Promise<number[]> {
  const { users, chats } = await sandbox.world()
  const you = users.find(({ username }) => username === 'you')?.id
  const own = chats.filter(({ members }) =>
    members.some(({ userId, status }) => userId === you && status === 'creator'),
  )
  return Promise.all(
    [...new Set(planned.map(({ group }) => group))].map(async (title) => {
      const known = own.find((chat) => chat.title === title)
      return (known ?? (await sandbox.addGroup({ title }))).id
    }),
  )
}

/** What a link carries: it proves that an admin wants the bot in a group. */
function codeOf({ pairing }: Connection): string {
  const url = pairing?.step === 'open_link' ? pairing.url : undefined
  const code = url && new URL(url).searchParams.get('startgroup')
  if (!code) throw new Error('The server gave no link to add its bot to a group.')
  return code
}

async function sendNow(person: Person, body: MessageInput): Promise<void> {
  const { id } = await person.call(createMessage, { body })
  await person.call(sendMessageNow, { params: { id } })
  await until('the message to be sent', async () => {
    const { status } = await person.call(getMessage, { params: { id } })
    return status === 'sent' ? true : undefined
  })
}

/** Starts a cycle, and lets it say its first steps. */
async function goRound(person: Person, body: CycleInput): Promise<void> {
  const { id } = await person.call(createCycle, { body })
  const params = { id }
  for (let said = 1; said <= tips.said; said++) {
    await person.call(sendNextStep, { params })
    await until('a step of the cycle to be sent', async () => {
      const { progress, occurrence } = await person.call(getCycle, { params })
      return progress.sends === said && occurrence?.status === 'done' ? true : undefined
    })
  }
}

/** A wall-clock time of a coming day in a zone. */
function localTime(timeZone: string, inDays: number, at: string): string {
  const day = new Date(Date.now() + inDays * 24 * 3_600_000)
  // Swedish writes dates as ISO 8601 does.
  return `${day.toLocaleDateString('sv-SE', { timeZone })}T${at}`
}

async function until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  const deadline = performance.now() + PATIENCE_MS
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    if (performance.now() > deadline) {
      throw new Error(`Waited ${PATIENCE_MS / 1_000} s in vain for ${what}.`)
    }
    await pause(LOOK_MS)
  }
}
