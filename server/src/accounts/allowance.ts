import type { ChannelKind } from '@carillon/contract/config'
import { Temporal } from 'temporal-polyfill'
import type { Allowance } from '../channels/port/allowance.ts'
import { days, fromEpoch } from '../platform/clock.ts'
import type { Context, Reading } from '../platform/context.ts'
import { isLive } from './rules.ts'
import * as store from './store.ts'

/** An account that was away for so long starts its warm-up again. */
const BEGINS_ANEW_MS = days(14)

/** How much an account may send on the current day, and how much of it is used. */
export type DayAllowance = {
  used: number
  most: number
  /** The day of its warm-up, from 1; beyond `warmUpDays` it is over. */
  day: number
  warmUpDays: number
  /** The time zone of its days: that of the user who connected it first. */
  timeZone: string
  identity: string
}

/** The current allowances of accounts whose channel has daily allowances. */
export async function readAllowances(
  ctx: Pick<Context, 'channels'>,
  reading: Reading,
  now: Date,
  accounts: readonly { id: string; channel: ChannelKind }[],
): Promise<ReadonlyMap<string, DayAllowance>> {
  const found = new Map<string, DayAllowance>()
  for (const [kind, ofKind] of Map.groupBy(accounts, ({ channel }) => channel)) {
    const allowance = ctx.channels.get(kind)?.allowance
    if (!allowance) continue
    const ids = [...new Set(ofKind.map(({ id }) => id))]
    const rows = await store.readLinked(reading, ids)
    const since = new Map(rows.map(({ id, timeZone }) => [id, dayStart(now, timeZone)]))
    const used = await allowance.used(reading, since)
    for (const row of rows) found.set(row.id, dayOf(allowance, row, used.get(row.id) ?? 0, now))
  }
  return found
}

function dayOf(
  allowance: Allowance,
  { linkedAt, timeZone, identity }: store.LinkedAccount,
  used: number,
  now: Date,
): DayAllowance {
  const day = 1 + Math.max(0, daysBetween(linkedAt, now, timeZone))
  const { warmUpDays } = allowance
  return {
    used,
    most: allowance.most(day),
    day,
    warmUpDays,
    timeZone,
    identity,
  }
}

/** Since when a connected account has been linked, for its warm-up. */
export function linkedSince(
  { linkedAt, since, status }: Pick<store.AccountRow, 'linkedAt' | 'since' | 'status'>,
  now: Date,
): Date {
  const awayMs = isLive(status) ? 0 : now.getTime() - since.getTime()
  return linkedAt && awayMs < BEGINS_ANEW_MS ? linkedAt : now
}

/** How many calendar days one instant is after another in a zone. */
export const daysBetween = (from: Date, to: Date, timeZone: string): number =>
  dateOf(from, timeZone).until(dateOf(to, timeZone), { largestUnit: 'days' }).days

/** The same wall-clock time on the next day. */
export const dayLater = (at: Date, timeZone: string): Date =>
  fromEpoch(zoned(at, timeZone).add({ days: 1 }).epochMilliseconds)

const dayStart = (at: Date, timeZone: string): Date =>
  fromEpoch(zoned(at, timeZone).startOfDay().epochMilliseconds)

const dateOf = (at: Date, timeZone: string) => zoned(at, timeZone).toPlainDate()

const zoned = (at: Date, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone)
