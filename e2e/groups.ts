import { createConnection, type Connection } from '@carillon/contract/connections'
import type { CycleInput } from '@carillon/contract/cycles'
import { listGroups, type Group } from '@carillon/contract/groups'
import { createMessage, type MessageInput } from '@carillon/contract/messages'
import type { Schedule } from '@carillon/contract/schedule'
import type { BrowserContext, Page } from '@playwright/test'
import type { SandboxClient } from '../sandbox/src/testing/client.ts'
import type { Person } from '../tools/client.ts'
import { admit, expect, ZONE } from './fixtures.ts'

/** Signs the browser in as a new person with a group; `say` makes a message of theirs active. No page is opened. */
export async function enter(page: Page, sandbox: SandboxClient, title: string) {
  const person = await admit(page)
  const group = await bringGroup(person, sandbox, title)
  const say = (
    text: string,
    schedule: Omit<Schedule, 'timeZone'>,
    kind: MessageInput['kind'] = 'scheduled',
  ) =>
    person.call(createMessage, {
      body: {
        kind,
        content: { text },
        groupIds: [group.id],
        schedule: { timeZone: ZONE, ...schedule },
        status: 'active',
      },
    })
  return { person, group, say }
}

/** Connects a person to the server's bot and adds the bot to a chat of the sandbox's person You. Returns the group. */
export async function bringGroup(
  person: Person,
  sandbox: SandboxClient,
  title: string,
): Promise<Group> {
  const chat = await sandbox.addGroup({ title })
  const connection = await person.call(createConnection, { body: { channel: 'telegram-bot' } })
  await sandbox.addBot({ chatId: chat.id, startPayload: codeIn(connection) })
  await expect.poll(() => groupsOf(person)).toMatchObject([{ title }])
  const [group] = await groupsOf(person)
  return group!
}

/** The same with several chats. Returns the groups in their order. */
export async function bringGroups(
  person: Person,
  sandbox: SandboxClient,
  titles: readonly string[],
  type?: 'forum',
): Promise<Group[]> {
  const connection = await person.call(createConnection, { body: { channel: 'telegram-bot' } })
  for (const title of titles) {
    const chat = await sandbox.addGroup({ title, ...(type ? { type } : {}) })
    await sandbox.addBot({ chatId: chat.id, startPayload: codeIn(connection) })
  }
  await expect.poll(async () => (await groupsOf(person)).length).toBe(titles.length)
  const groups = await groupsOf(person)
  return titles.map((title) => groups.find((group) => group.title === title)!)
}

export const groupsOf = async (person: Person): Promise<Group[]> =>
  (await person.call(listGroups, {})).items

const codeIn = ({ pairing }: Connection): string =>
  new URL((pairing?.step === 'open_link' && pairing.url) || '').searchParams.get('startgroup') ?? ''

/** A cycle of two steps that goes out only by hand during a story. */
export const eveningCycle = (groupIds: string[]): CycleInput => ({
  status: 'active',
  name: 'Evening notices',
  steps: [{ content: { text: 'Feed the cat.' } }, { content: { text: 'Water the plants.' } }],
  groupIds,
  schedule: { timeZone: ZONE, rule: { kind: 'weekly', days: ['sun'], at: ['04:00'] } },
})

/** Counts presses from now on, on every page. Returns the function that reads the count. */
export async function countPresses(context: BrowserContext): Promise<() => number> {
  let presses = 0
  await context.exposeFunction('pressed', () => (presses += 1))
  await context.addInitScript(
    "addEventListener('pointerdown', (event) => event.isTrusted && window.pressed(), true)",
  )
  return () => presses
}
