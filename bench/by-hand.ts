import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createMessage } from '@carillon/contract/messages'
import { openCommunity } from '../tools/community.ts'
import { crash } from '../tools/crash.ts'
import { startProduct } from '../tools/product.ts'
import type { SandboxClient } from '../sandbox/src/testing/client.ts'
import { indexes } from './engines/engine.ts'
import { say } from './figures.ts'

const BOTS = 5
const GROUPS_EACH = 20
const CHATS = BOTS * GROUPS_EACH

/** Of the sends that arrive, so many lose their answer on the way back. */
const LOST_ANSWERS = 0.2

/** kill -9 when so many of them have arrived. */
const KILLED_AFTER = 30

/** Time to start a program before the instant it sends at. */
const LEAD_MS = 5_000

/** After a last arrival, this long without another means that nothing more comes. */
const QUIET_MS = 15_000

type Story = { twice: number; lost: number; told: string }

/** The same posts by what one would write by hand: lateness, and what faults make of them. */
export async function byHand(): Promise<boolean> {
  const product = await startProduct({ env: { DEFAULT_TIER: 'pro', LOG_LEVEL: 'warn' } })
  try {
    const community = await openCommunity(product, { bots: BOTS, groupsPerBot: GROUPS_EACH })
    const sandbox = { ...community.sandbox, apiRoot: `${product.sandboxUrl}/bot-api` }
    const late = { ours: await lateness(community), hand: await latenessByHand(sandbox) }
    const answers = async (run: () => Promise<Story>) => {
      await sandbox.chaos({
        method: 'sendMessage',
        fault: 'reset',
        when: 'after',
        rate: LOST_ANSWERS,
      })
      const story = await run()
      await sandbox.noFaults()
      return story
    }
    const told = ({ twice, lost, unconfirmed }: Awaited<ReturnType<typeof crash>>): Story => ({
      twice,
      lost,
      told: `${unconfirmed} in doubt, and asked about`,
    })
    const ours = {
      answers: await answers(async () => told(await crash(product, community, []))),
      killed: told(await crash(product, community, [{ to: 'server', after: KILLED_AFTER }])),
    }
    const hand = {
      answers: await answers(() => sendByHand(sandbox)),
      killed: await sendByHand(sandbox, KILLED_AFTER),
    }
    say(
      `by hand: ${CHATS} groups over ${BOTS} bots, by Carillon and by node-cron with grammY and its auto-retry`,
    )
    say(`  last one late            Carillon ${late.ours} ms, by hand ${late.hand} ms`)
    for (const [name, what] of [
      ['answers', `${LOST_ANSWERS * 100} % of answers lost`],
      ['killed', `kill -9 after ${KILLED_AFTER}`],
    ] as const) {
      say(`  ${what}`)
      say(`    Carillon  ${ours[name].twice} twice, ${ours[name].lost} lost; ${ours[name].told}`)
      say(`    by hand   ${hand[name].twice} twice, ${hand[name].lost} lost; ${hand[name].told}`)
    }
    sandbox.close()
    return Object.values(ours).every(({ twice, lost }) => twice + lost === 0)
  } finally {
    await product.stop()
  }
}

type Community = Awaited<ReturnType<typeof openCommunity>>

/** The sandbox, with the address of its Bot API. */
type Telegram = SandboxClient & { apiRoot: string }

/** A message to all groups at a whole minute: how late the last of them is, in milliseconds. */
async function lateness({ person, groups, sandbox }: Community): Promise<number> {
  const at = Math.ceil((Date.now() + LEAD_MS) / 60_000) * 60_000
  const since = await seqOf(sandbox)
  await person.call(createMessage, {
    body: {
      kind: 'scheduled',
      content: { text: 'The market opens at eight.' },
      groupIds: groups.map((group) => group.id),
      schedule: {
        timeZone: 'UTC',
        rule: { kind: 'once', at: new Date(at).toISOString().slice(0, 16) },
      },
      status: 'active',
    },
  })
  const entries = await sandbox.waitForLedger(CHATS, { since, timeoutMs: 120_000 })
  return Math.max(...entries.map((entry) => entry.at)) - at
}

async function latenessByHand(sandbox: Telegram): Promise<number> {
  const hand = await startByHand(sandbox)
  await once(hand.child, 'message')
  const entries = await sandbox.ledger({ since: hand.since })
  hand.child.kill('SIGKILL')
  return Math.max(...entries.map((entry) => entry.at)) - hand.at
}

/** Sends to all chats; with `killedAfter` the process is ended by kill -9 then, and started again. */
async function sendByHand(sandbox: Telegram, killedAfter?: number): Promise<Story> {
  let hand = await startByHand(sandbox)
  if (killedAfter === undefined) {
    await once(hand.child, 'message')
  } else {
    const { since } = hand
    await sandbox.waitForLedger(killedAfter, { since, timeoutMs: 60_000 })
    hand.child.kill('SIGKILL')
    await once(hand.child, 'exit')
    // Started again it finds its time in the past, as cron does; there is nothing else it could know.
    hand = { ...(await startByHand(sandbox, hand)), since }
    await quiet(sandbox)
  }
  hand.child.kill('SIGKILL')
  const perChat = Map.groupBy(await sandbox.ledger({ since: hand.since }), (entry) => entry.chatId)
  const chatIds = hand.bots.flatMap((bot) => bot.chatIds)
  return {
    twice: [...perChat.values()].filter((entries) => entries.length > 1).length,
    lost: chatIds.filter((chatId) => !perChat.has(String(chatId))).length,
    told: 'nobody is told',
  }
}

type Bots = { token: string; chatIds: number[] }[]
type Hand = { child: ChildProcess; bots: Bots; since: number; at: number }

async function startByHand(sandbox: Telegram, before?: Pick<Hand, 'bots' | 'at'>): Promise<Hand> {
  const bots = before?.bots ?? (await newBots(sandbox))
  const at = before?.at ?? Math.ceil((Date.now() + LEAD_MS) / 1_000) * 1_000
  const child = fork(join(import.meta.dirname, 'by-hand', 'program.ts'))
  const since = await seqOf(sandbox)
  child.send({ apiRoot: sandbox.apiRoot, at, text: 'The market opens at eight.', bots })
  await once(child, 'message')
  return { child, bots, since, at }
}

async function newBots(sandbox: SandboxClient): Promise<Bots> {
  const bots: Bots = []
  for (const _ of indexes(BOTS)) {
    const bot = await sandbox.createBot()
    const chatIds: number[] = []
    for (const n of indexes(GROUPS_EACH)) {
      const chat = await sandbox.addGroup({ title: `By hand ${n}` })
      await sandbox.addBot({ chatId: chat.id, botId: bot.id })
      chatIds.push(chat.id)
    }
    bots.push({ token: bot.token, chatIds })
  }
  return bots
}

const seqOf = async (sandbox: SandboxClient) => (await sandbox.ledger()).at(-1)?.seq ?? 0

/** Resolves once nothing has arrived for a while. */
async function quiet(sandbox: SandboxClient): Promise<void> {
  const since = await seqOf(sandbox)
  const more = await sandbox.waitForLedger(1, { since, timeoutMs: QUIET_MS }).catch(() => undefined)
  if (more) await quiet(sandbox)
}
