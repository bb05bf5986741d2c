import { readAllowances } from '../accounts/actions.ts'
import { after, days, seconds } from '../platform/clock.ts'
import type { Context, Reading } from '../platform/context.ts'
import { readOutageEffect, type Outage } from './outages-store.ts'
import type { OutageEffect } from './rules.ts'
import type { ConnectionRow } from './store.ts'

declare module '../platform/context.ts' {
  interface Context {
    /** The effects of past outages, as they were counted last. */
    readonly outageEffects: Map<string, { at: Date; effect: OutageEffect }>
  }
}

/** How long the last outage is shown after its end. */
const OUTAGE_SHOWN_MS = days(3)

/**
 * The health of an account that sends as a device of its owner: its allowance of today, and the effect of its last
 * outage.
 */
export type Health = {
  usedToday: number
  mostToday: number
  day: number
  warmUpDays: number
  outage: ({ from: Date; until: Date | null } & OutageEffect) | null
}

/** Adds the health of their accounts to connections whose channel has a daily allowance. */
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
    const effect = outage && (await effectOf(ctx, reading, row.userId, outage))
    const shown = outage && effect ? { from: outage.from, until: outage.until, ...effect } : null
    found.push({ ...row, health: { usedToday, mostToday, day, warmUpDays, outage: shown } })
  }
  return found
}

/** How long a count is used again: while a number sends, its page is updated each second. */
const COUNTED_MS = seconds(30)

/** Counts that are kept in memory: more than have their page open. */
const KEPT_MAX = 1_000

/** The effect of an outage on the messages of a user. After its end it is counted again only from time to time. */
async function effectOf(
  { clock, outageEffects }: Context,
  reading: Reading,
  userId: string,
  outage: Outage,
): Promise<OutageEffect> {
  const now = clock.now()
  if (!outage.until) return readOutageEffect(reading, userId, now, outage)
  const key = `${userId} ${outage.accountId} ${outage.until.toISOString()}`
  const known = outageEffects.get(key)
  if (known && now < after(known.at, COUNTED_MS)) return known.effect
  const effect = await readOutageEffect(reading, userId, now, outage)
  outageEffects.delete(key)
  outageEffects.set(key, { at: now, effect })
  const [oldest] = outageEffects.keys()
  if (outageEffects.size > KEPT_MAX && oldest !== undefined) outageEffects.delete(oldest)
  return effect
}

/** The present outage, else the last one if it ended recently. */
function outageOf({ accountId, account }: ConnectionRow, now: Date) {
  const { linkedAt, status, since, awayFrom, awayUntil } = account
  if (status !== 'connected') {
    const from = awayFrom && !awayUntil ? awayFrom : since
    return linkedAt && linkedAt < from ? { accountId, from, until: null } : undefined
  }
  const isFresh = awayUntil && after(awayUntil, OUTAGE_SHOWN_MS) > now
  return awayFrom && isFresh ? { accountId, from: awayFrom, until: awayUntil } : undefined
}
