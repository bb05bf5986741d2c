import { readAllowances } from '../accounts/actions.ts'
import { after, days, seconds } from '../platform/clock.ts'
import type { Context, Reading } from '../platform/context.ts'
import { readToll, type Outage } from './outages-store.ts'
import type { Toll } from './rules.ts'
import type { ConnectionRow } from './store.ts'

declare module '../platform/context.ts' {
  interface Context {
    /** What outages that are over did, as it was counted last. */
    readonly tolls: Map<string, { at: Date; toll: Toll }>
  }
}

/** How long the last outage is shown after its end. */
const OUTAGE_SHOWN_MS = days(3)

/** How an account is doing that sends as its owner's device: what it may send today, and what its last outage did. */
export type Health = {
  usedToday: number
  mostToday: number
  day: number
  warmUpDays: number
  outage: ({ from: Date; until: Date | null } & Toll) | null
}

/** Adds how their accounts are doing to connections whose channel keeps to a daily allowance. */
export async function withHealth(
  ctx: Context,
  reading: Reading,
  rows: readonly ConnectionRow[],
): Promise<ConnectionRow[]> {
  const now = ctx.clock.now()
  const accounts = rows.map(({ accountId: id, account: { channel } }) => ({ id, channel }))
  const allowances = await readAllowances(ctx, reading, now, accounts)
  const found: ConnectionRow[] = []
  for (const row of rows) {
    const today = allowances.get(row.accountId)
    if (!today) {
      found.push(row)
      continue
    }
    const { used: usedToday, most: mostToday, day, warmUpDays } = today
    const outage = outageOf(row, now)
    const toll = outage && (await tollOf(ctx, reading, row.userId, outage))
    const shown = outage && toll ? { from: outage.from, until: outage.until, ...toll } : null
    found.push({ ...row, health: { usedToday, mostToday, day, warmUpDays, outage: shown } })
  }
  return found
}

/** How long what an outage did is taken as it was counted: while a number sends, its page hears of it each second. */
const COUNTED_MS = seconds(30)

/** Counts that are kept in memory: more than have their page open. */
const KEPT_MAX = 1_000

/** What an outage did to the messages of a user; of one that is over it is counted from time to time only. */
async function tollOf(
  { clock, tolls }: Context,
  reading: Reading,
  userId: string,
  outage: Outage,
): Promise<Toll> {
  const now = clock.now()
  if (!outage.until) return readToll(reading, userId, now, outage)
  const key = `${userId} ${outage.accountId} ${outage.until.toISOString()}`
  const known = tolls.get(key)
  if (known && now < after(known.at, COUNTED_MS)) return known.toll
  const toll = await readToll(reading, userId, now, outage)
  tolls.delete(key)
  tolls.set(key, { at: now, toll })
  const [oldest] = tolls.keys()
  if (tolls.size > KEPT_MAX && oldest !== undefined) tolls.delete(oldest)
  return toll
}

/** The outage that goes on, or else the last one, if it is not long over. */
function outageOf({ accountId, account }: ConnectionRow, now: Date) {
  const { linkedAt, status, since, awayFrom, awayUntil } = account
  if (status !== 'connected') {
    const from = awayFrom && !awayUntil ? awayFrom : since
    return linkedAt && linkedAt < from ? { accountId, from, until: null } : undefined
  }
  const isFresh = awayUntil && after(awayUntil, OUTAGE_SHOWN_MS) > now
  return awayFrom && isFresh ? { accountId, from: awayFrom, until: awayUntil } : undefined
}
