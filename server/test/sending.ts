import { EventEmitter, once } from 'node:events'
import { Client } from 'pg'
import { onTestFinished } from 'vitest'
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/src/testing.ts'
import type { Ownership } from '../src/accounts/port.ts'
import { openOwnership } from '../src/accounts/ownership.ts'
import { openOccurrences, planDeliveries } from '../src/deliveries/actions.ts'
import { recover } from '../src/sending/recovery.ts'
import { startFollowUps } from '../src/sending/follow-ups/worker.ts'
import { startSender, type Sender } from '../src/sending/sender.ts'
import { minutes, type Clock } from '../src/platform/clock.ts'
import type { Context } from '../src/platform/context.ts'
import { openListener } from '../src/platform/news/listener.ts'
import { openTestApp, type TestApp, type TestAppOptions } from './test-app.ts'
import { createPosting, type Posting, type PostingOptions } from './posting.ts'
import type { OccurrenceChange } from '../src/occurrences/port.ts'

/** A test app whose Telegram is the sandbox, with senders to start and deliveries to wait for. */
export type Sending = {
  app: TestApp
  sandbox: Sandbox
  ctx: Context
  told: OccurrenceChange[]
  /** Resolves when a source was informed of an occurrence with these counts. */
  hears(expected: Partial<OccurrenceChange>): Promise<void>
  /** Groups at Telegram with the operator's bot in them, chosen by a user. */
  posting(
    options?: PostingOptions & { chats?: never; type?: 'group' },
  ): Promise<Posting & { chatIds: number[] }>
  /** Plans one occurrence to all groups and returns the ids of its deliveries, in the groups' order. */
  plan(posting: Posting, options?: Planning): Promise<string[]>
  /** A process that carries deliveries, with the test app's clock or another. */
  startSending(options?: {
    clock?: Clock
    ctx?: Partial<Context>
    /** If its clock differs more than this from the database's, it owns nothing. */
    maxSkewMs?: number
  }): Promise<Ownership & { sender: Sender }>
  /** Resolves when the delivery has, or has had, one of these states since the sending began. */
  reached(deliveryId: string, ...statuses: string[]): Promise<void>
  /** Resolves when so many attempts of the delivery have been answered since the sending began. */
  tried(deliveryId: string, attempts: number): Promise<void>
  /** Resolves when this holds; it is checked after each change of a delivery. */
  until(holds: () => Promise<boolean>): Promise<void>
  /** Resolves when so many deliveries have been sent. */
  sent(count: number): Promise<void>
  /** Resolves when so many deliveries have ended, in whatever way. */
  ended(count: number): Promise<void>
  row(deliveryId: string): Promise<Record<string, unknown>>
  attempts(deliveryId: string): Promise<{ number: number; outcome: string }[]>
}

export type Planning = {
  at?: Date
  catchUpMs?: number
  onUnconfirmed?: 'ask' | 'resend' | 'assume_sent'
}

/** Opens the senders, until the test is finished. */
export async function openSending(
  options: TestAppOptions & { sandbox?: SandboxOptions } = {},
): Promise<Sending> {
  const sandbox = await startSandbox({ limits: 'off', ...options.sandbox })
  const app = await openTestApp({ ...options, endpoints: sandbox })
  const told: OccurrenceChange[] = []
  const telling = new EventEmitter()
  const occurrencesChanged: Context['occurrencesChanged'] = async (_ctx, _tx, changes) => {
    told.push(...changes)
    telling.emit('told')
  }
  const ctx = { ...app.ctx, occurrencesChanged }
  const watch = await watchDeliveries(app)
  onTestFinished(async () => {
    const astray = await findAstray(app)
    await app.close()
    await sandbox.stop()
    if (astray.length > 0) throw new Error(`Not where their lanes have them: ${astray.join(', ')}`)
  })

  return {
    app,
    sandbox,
    ctx,
    told,
    async hears(expected) {
      const says = (one: OccurrenceChange) =>
        Object.entries(expected).every(
          ([name, value]) => one[name as keyof OccurrenceChange] === value,
        )
      while (!told.some(says)) await once(telling, 'told')
    },
    async posting({ groups = 1, type, ...rest } = {}) {
      const chatIds: number[] = []
      for (let n = 0; n < groups; n++) {
        const chat = await sandbox.addGroup({ title: `Choir ${n}`, ...(type ? { type } : {}) })
        await sandbox.addBot({ chatId: chat.id })
        chatIds.push(chat.id)
      }
      const given = { token: sandbox.botToken, ...rest, chats: chatIds.map(String) }
      return { ...(await createPosting(app, given)), chatIds }
    },
    async plan(posting, { at = ctx.clock.now(), catchUpMs, onUnconfirmed = 'ask' } = {}) {
      const { contentId, groupIds } = posting
      const occurrenceId = await ctx.transaction(async (tx) => {
        const opening = {
          userId: posting.user.user.id,
          source: 'message' as const,
          sourceId: ctx.ids.next(),
          scheduleId: null,
          slotAt: null,
          dueAt: at,
          onUnconfirmed,
        }
        const [id] = await openOccurrences(ctx, tx, [opening])
        const deliveries = groupIds.map((groupId) => ({
          part: 0,
          contentId,
          groupId,
          topicId: null,
        }))
        const slice = { occurrenceId: id!, dueAt: at, deliveries, continuesAt: null }
        await planDeliveries(ctx, tx, [{ ...slice, catchUpMs: catchUpMs ?? minutes(15) }])
        return id!
      })
      const { rows } = await app.pool.query<{ id: string }>(
        `select id from deliveries where occurrence_id = $1 order by array_position($2::uuid[], group_id)`,
        [occurrenceId, groupIds],
      )
      return rows.map(({ id }) => id)
    },
    async startSending(given = {}) {
      const own = { ...ctx, ...(given.clock ? { clock: given.clock } : {}), ...given.ctx }
      const listener = await openListener(app.databaseUrl, own.clock, own.log)
      app.atEnd(() => listener.close())
      const ownership = await openOwnership(own, {
        databaseUrl: app.databaseUrl,
        listener,
        roles: ['sender'],
        recover,
        ...(given.maxSkewMs === undefined ? {} : { maxSkewMs: given.maxSkewMs }),
      })
      app.atEnd(() => ownership.close())
      const sender = startSender(own, { ownership, listener })
      app.atEnd(() => sender.close())
      const followUps = startFollowUps(own, { ownership, listener, turn: sender.turn })
      app.atEnd(() => followUps.close())
      return Object.assign(ownership, { sender })
    },
    reached: watch.reached,
    tried: watch.tried,
    until: watch.until,
    sent: watch.sent,
    ended: watch.ended,
    row: async (id) =>
      (await app.pool.query('select * from deliveries where id = $1', [id])).rows[0],
    attempts: async (id) =>
      (await app.pool.query('select attempts from deliveries where id = $1', [id])).rows[0]
        .attempts,
  }
}

/** Deliveries whose lane entry does not match their row: after any test there must be none. */
async function findAstray({ pool }: TestApp): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select coalesce(e.delivery_id, d.id) as id
     from lane_entries e full join (
       select * from deliveries where status in ('queued', 'waiting', 'held', 'sending')) d
       on (d.account_id, d.user_id, d.not_before, d.id)
         = (e.account_id, e.user_id, e.not_before, e.delivery_id)
     where e.delivery_id is null or d.id is null`,
  )
  return rows.map(({ id }) => id)
}

/** Resolves when a process owns so many accounts. */
export function owning(ownership: Ownership, accounts: number): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (ownership.owned().size === accounts) resolve()
    }
    ownership.onChange(look)
    look()
  })
}

/** Observes every state of the deliveries, through the database. */
async function watchDeliveries(app: TestApp) {
  await app.pool.query(`
    create function tell_status() returns trigger language plpgsql as $$
    begin perform pg_notify('test_status',
      new.id || ' ' || jsonb_array_length(new.attempts) || ' ' || new.status); return null; end $$;
    create trigger tell_status after update on deliveries for each row execute function tell_status()`)
  const client = new Client({ connectionString: app.databaseUrl })
  await client.connect()
  app.atEnd(() => client.end())
  const seen = new Set<string>()
  const answered = new Map<string, number>()
  let changes = 0
  const waiting = new Set<() => void>()
  client.on('notification', ({ payload }) => {
    const [id, attempts, status] = payload!.split(' ')
    seen.add(`${id} ${status}`)
    answered.set(id!, Number(attempts))
    changes++
    for (const look of waiting) look()
  })
  await client.query('listen test_status')
  const countOf = (pattern: RegExp) => [...seen].filter((told) => pattern.test(told)).length
  const until = (holds: () => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!holds()) return
        waiting.delete(look)
        resolve()
      }
      waiting.add(look)
      look()
    })
  async function changing(holds: () => Promise<boolean>): Promise<void> {
    const before = changes
    if (await holds()) return
    await until(() => changes > before)
    await changing(holds)
  }
  return {
    reached: (id: string, ...statuses: string[]) =>
      until(() => statuses.some((status) => seen.has(`${id} ${status}`))),
    tried: (id: string, attempts: number) => until(() => (answered.get(id) ?? 0) >= attempts),
    until: changing,
    sent: (count: number) => until(() => count <= countOf(/ sent$/)),
    ended: (count: number) => until(() => count <= countOf(/ (sent|failed|skipped|unconfirmed)$/)),
  }
}
