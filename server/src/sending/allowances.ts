import { dayLater, daysBetween, readAllowances, type DayAllowance } from '../accounts/actions.ts'
import { endPending, lockPending } from '../deliveries/actions.ts'
import type { Changed } from '../deliveries/port.ts'
import { skipWords } from '../occurrences/words.ts'
import type { Context } from '../platform/context.ts'
import { column } from '../platform/db/lists.ts'
import { noteKeptBack, shift } from './group-rules/store.ts'
import type { LaneDelivery } from './lanes/lanes-store.ts'
import { owningMany, type KeptBack } from './fenced-transaction.ts'

/** Why a delivery is not sent now: its account has used its allowance of the day. */
export type AllowanceObstacle = { until: Date; reason: string } | { late: string }

type Due = Pick<LaneDelivery, 'id' | 'accountId' | 'channel' | 'dueAt'> & { messages: number }

/**
 * The deliveries that exceed today's allowance of their accounts. Only the owner of an account asks, just before
 * sending, and the channel counts attempts: so two processes cannot use the same remaining allowance.
 */
export async function checkAllowances(
  ctx: Context,
  deliveries: readonly Due[],
): Promise<ReadonlyMap<string, AllowanceObstacle>> {
  const limited = deliveries.filter(({ channel }) => ctx.channels.get(channel)?.allowance)
  if (limited.length === 0) return new Map()
  const now = ctx.clock.now()
  const accounts = limited.map(({ accountId: id, channel }) => ({ id, channel }))
  const allowances = await readAllowances(ctx, ctx, now, accounts)
  const over = new Map<string, AllowanceObstacle>()
  for (const [accountId, due] of Map.groupBy(limited, (one) => one.accountId)) {
    const today = allowances.get(accountId)
    if (!today) continue
    const { allowance } = ctx.channels.get(due[0]!.channel)!
    const ids = due.map(({ id }) => id)
    // A delivery that was counted in an earlier attempt goes on: part of it may be in its group already.
    const counted = await allowance!.counted(ctx, accountId, ids)
    let left = Math.max(0, today.most - today.used)
    for (const one of due) {
      if (counted.has(one.id)) continue
      if (one.messages > left) over.set(one.id, obstacleOf(one, { ...today, left }, now))
      else left -= one.messages
    }
  }
  return over
}

/**
 * A delivery above the allowance of a day is sent on the next day, at the time at which it was due. If that day has no
 * room either, it is late. `left`: how many messages may still be sent today.
 */
export function obstacleOf(
  { dueAt, messages }: Pick<Due, 'dueAt' | 'messages'>,
  { most, timeZone, left }: Pick<DayAllowance, 'most' | 'timeZone'> & { left: number },
  now: Date,
): AllowanceObstacle {
  const used =
    left === 0
      ? `The ${most} messages that this number may send today are used up.`
      : `This number may send ${left} more of its ${most} messages today, and this one counts as ${messages}.`
  if (daysBetween(dueAt, now, timeZone) > 0) return { late: used }
  const until = dayLater(dueAt, timeZone)
  // No time of day: each reader has a clock of their own, and the words are still shown tomorrow.
  return { until, reason: `${used} It goes out a day later, at the same time.` }
}

/** Lets deliveries wait for the next day, with their later parts; or ends them as late. */
export async function keepWithin(
  ctx: Context,
  exceeding: readonly KeptBack<AllowanceObstacle>[],
): Promise<Changed[]> {
  const done = await owningMany(ctx, exceeding, async (tx, mine, owners) => {
    const locked = await lockPending(
      tx,
      mine.map(({ delivery }) => delivery.id),
    )
    const pending = new Set(column(locked, 'id'))
    const obstacles = mine.flatMap(({ delivery: { id, occurrenceId }, obstacle }) =>
      pending.has(id) ? [{ id, occurrenceId, ...obstacle }] : [],
    )
    const delays = obstacles.flatMap((one) =>
      'late' in one ? [] : [{ ...one, code: 'allowance' }],
    )
    const late = obstacles.flatMap((one) => ('late' in one ? [one] : []))
    const now = ctx.clock.now()
    const delayed = await shift(tx, now, owners, delays)
    await noteKeptBack(tx, column(delays, 'occurrenceId'))
    const changed: Changed[] = delayed.map((id) => ({ id, allEnded: false }))
    for (const [why, same] of Map.groupBy(late, (one) => one.late)) {
      const end = { status: 'skipped', code: 'late', reason: `${why} ${skipWords.late}` } as const
      changed.push(...(await endPending(tx, now, { ids: column(same, 'id') }, end)))
    }
    return changed
  })
  return done.flat()
}
