import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { MessageInput } from '@carillon/contract/schemas/messages'
import { startSandbox, type Sandbox } from '../sandbox/src/testing.ts'
import type { Pace } from '../server/src/channels/port/sending.ts'
import { createMessage, sendMessageNow } from '../server/src/messages/actions.ts'
import type { Context, UserContext } from '../server/src/platform/context.ts'
import { startPlatform } from '../server/src/platform/start.ts'
import { startRoles } from '../server/src/roles.ts'
import { wire, jobNames } from '../server/src/rooms.ts'
import { createPostingFor, type Posting } from '../server/test/posting.ts'
import { newUser, scheduleMany } from './community.ts'
import { indexes } from './engines/engine.ts'
import { startPostgres } from './postgres.ts'

/** Planner and sender of the product in this process, with the sandbox and PostgreSQL beside it. */
export type SendingBench = {
  sandbox: Sandbox
  /** The address of a new and empty database beside that of the product. */
  database(): Promise<string>
  /** So many bots, each in groups of its own, all of one user's. */
  bots(
    count: number,
    groupsEach: number,
  ): Promise<{ user: UserContext; groupIds: string[]; tokens: string[]; chatIds: number[] }>
  /** Sends one message to these groups now; resolves once all have ended and that is stored. */
  send(user: UserContext, groupIds: readonly string[]): Promise<{ tookMs: number; sent: number }>
  /** Sends one at an instant (milliseconds since 1970); tells how long after it all have ended. */
  sendAt(
    due: number,
    user: UserContext,
    groupIds: readonly string[],
  ): ReturnType<SendingBench['send']>
  close(): Promise<void>
}

/** How often the bench looks whether all chats are known: being added to thousands is not what it measures. */
const LOOK_EVERY_MS = 100

/** Opens it with the pace given instead of the product's, so that what is measured is named in the bench. */
export async function openSendingBench(pace: Pace): Promise<SendingBench> {
  const postgres = await startPostgres()
  const sandbox = await startSandbox({ limits: 'off', fork: true })
  const dataDir = await mkdtemp(join(tmpdir(), 'carillon-bench-'))
  const env = {
    DATABASE_URL: await postgres.database(),
    DATA_DIR: dataDir,
    SANDBOX_URL: sandbox.http,
    ROLES: 'planner,sender',
    LOG_LEVEL: 'error',
  }
  const platform = await startPlatform(env, jobNames)
  const finished = new Map<string, (sent: number) => void>()
  const ctx = paced(wire(platform.base), pace)
  const watched: Context = {
    ...ctx,
    async occurrencesChanged(inner, tx, changes) {
      await ctx.occurrencesChanged(inner, tx, changes)
      for (const { status, sourceId, sent } of changes) {
        if (status !== 'sending') finished.get(sourceId)?.(sent)
      }
    },
  }
  await startRoles(watched, platform, { http: undefined as never, verifyToken: undefined as never })

  return {
    sandbox,
    database: postgres.database,
    async bots(count, groupsEach) {
      const place = { ctx: watched, pool: platform.pool, clock: ctx.clock }
      const user = await newUser(place)
      const postings: Posting[] = []
      const tokens: string[] = []
      const chatIds: number[] = []
      for (const _ of indexes(count)) {
        const bot = await sandbox.createBot()
        const chats = await Promise.all(
          indexes(groupsEach).map(async (n) => {
            const chat = await sandbox.addGroup({ title: `Choir ${n}` })
            await sandbox.addBot({ chatId: chat.id, botId: bot.id })
            return chat.id
          }),
        )
        const given = { token: bot.token, chats: chats.map(String) }
        postings.push(await createPostingFor(place, user, given))
        tokens.push(bot.token)
        chatIds.push(...chats)
      }
      // A new account is taken by its owner at the next look; here nobody waits for that.
      await ctx.transaction((tx) =>
        tx.wake(
          'accounts',
          postings.map((one) => one.accountId),
        ),
      )
      await until(async () => {
        const { rows } = await platform.pool.query<{ n: number }>('select count(*) as n from chats')
        return rows[0]!.n === chatIds.length
      })
      return { user, groupIds: postings.flatMap((one) => one.groupIds), tokens, chatIds }
    },
    async send(user, groupIds) {
      const body = {
        kind: 'scheduled',
        content: { text: 'Rehearsal at seven.' },
        groupIds,
        status: 'draft',
      }
      const { id } = await createMessage(user, MessageInput.parse(body))
      const ended = new Promise<number>((resolve) => finished.set(id, resolve))
      const start = performance.now()
      await sendMessageNow(user, id)
      const sent = await ended
      return { tookMs: performance.now() - start, sent }
    },
    async sendAt(due, user, groupIds) {
      const place = { ctx: watched, pool: platform.pool }
      const [id] = await scheduleMany(place, user, groupIds, [due])
      const ended = new Promise<number>((resolve) => finished.set(id!, resolve))
      await ctx.transaction((tx) => tx.wake('schedules', new Date(due).toISOString()))
      const sent = await ended
      return { tookMs: Date.now() - due, sent }
    },
    async close() {
      await platform.life.stop()
      await sandbox.stop()
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Looks until it is so. */
async function until(is: () => Promise<boolean>) {
  while (!(await is())) await setTimeout(LOOK_EVERY_MS)
}

function paced(ctx: Context, pace: Pace): Context {
  const channels = [...ctx.channels].map(([kind, channel]) => {
    return [kind, { ...channel, capabilities: { ...channel.capabilities, pace } }] as const
  })
  return { ...ctx, channels: new Map(channels) }
}
