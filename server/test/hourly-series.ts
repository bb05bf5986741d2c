import type { Message } from '@carillon/contract/messages'
import type { Schedule } from '@carillon/contract/schedule'
import * as messages from '../src/messages/actions.ts'
import type { Input } from '../src/messages/checks.ts'
import { endPending } from '../src/deliveries/store.ts'
import { finishOccurrences } from '../src/occurrences/actions.ts'
import type { UserContext } from '../src/platform/context.ts'
import { messageInput } from './message-input.ts'
import { plan } from './planning.ts'
import type { TestApp } from './test-app.ts'

/** Every hour in Berlin, from ten on Monday, 1 June 2026; the clock stands at ten. */
export const hourly: Schedule = {
  timeZone: 'Europe/Berlin',
  rule: { kind: 'every', n: 1, unit: 'hour', anchor: '2026-06-01T10:30' },
}

/** What somebody saves: a series that is sent every hour. */
export const input = (groupIds: string[], change: Partial<Input> = {}): Input =>
  messageInput(groupIds, { kind: 'automated', schedule: hourly, ...change })

/** Moves to this time of that Monday, in UTC, and plans what is due then. */
export async function at(app: TestApp, time: string) {
  app.clock.moveTo(time.includes('T') ? time : `2026-06-01T${time}:00Z`)
  await plan(app)
}

/** Ends all that is under way: as sent, or as failed. */
export async function end({ ctx, pool }: TestApp, how: 'sent' | 'failed') {
  if (how === 'failed') {
    const { rows } = await pool.query<{ id: string }>(
      `select id from deliveries where status = 'queued'`,
    )
    const end = { status: 'failed', code: 'no_rights', reason: 'May not write.' } as const
    const ids = rows.map(({ id }) => id)
    await ctx.transaction((tx) => endPending(tx, ctx.clock.now(), { ids }, end))
  } else {
    await pool.query(`update deliveries set status = 'sent' where status = 'queued'`)
    await pool.query('update occurrences set sent = total where finished_at is null')
  }
  const { rows } = await pool.query<{ id: string }>(
    'select id from occurrences where finished_at is null',
  )
  const open = rows.map(({ id }) => id)
  await ctx.transaction((tx) => finishOccurrences(ctx, tx, open))
}

/** A message as its user sees it. */
export const read = (user: UserContext, id: string) => messages.readMessage(user, user, id)

/** The slots so far, and what became of them. */
export const slotsOf = async ({ pool }: TestApp) =>
  (
    await pool.query<{ at: string; status: string }>(
      `select to_char(slot_at at time zone 'UTC', 'DD HH24:MI') as at,
              coalesce(reason, status) as status from occurrences order by slot_at`,
    )
  ).rows.map(({ at, status }) => `${at} ${status}`)

/** The next runs, as day and time in Berlin. */
export const runsOf = ({ nextRuns }: Message) => nextRuns.map(({ local }) => local.slice(8))
