import { dayLater, daysBetween, readAllowances, type DayAllowance } from '../accounts/actions.ts'
import { endPending, lockPending } from '../deliveries/actions.ts'
import type { Changed } from '../deliveries/port.ts'
import { skipWords } from '../occurrences/words.ts'
import type { Context } from '../platform/context.ts'
import { noteKeptBack, shift } from './group-rules/store.ts'
import type { LaneDelivery } from './lanes/lanes-store.ts'
import { owning } from './fenced-transaction.ts'
import type { Owner } from './store.ts'

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
    // What was counted in an earlier attempt continues: part of it may be in its group already.
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
  const time = until.toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' })
  return { until, reason: `${used} It goes out tomorrow at ${time}, ${timeZone} time.` }
}

/** Lets a delivery wait for the next day, with its later parts; or ends it as late. */
export const keepWithin = (
  ctx: Context,
  owner: Owner,
  { id, occurrenceId }: Pick<LaneDelivery, 'id' | 'occurrenceId'>,
  met: AllowanceObstacle,
): Promise<Changed[]> =>
  owning(ctx, owner, async (tx) => {
    const now = ctx.clock.now()
    if ((await lockPending(tx, [id])).length === 0) return []
    if ('late' in met) {
      const reason = `${met.late} ${skipWords.late}`
      return endPending(tx, now, { ids: [id] }, { status: 'skipped', code: 'late', reason })
    }
    const put = await shift(tx, now, owner, { id, code: 'allowance', ...met })
    await noteKeptBack(tx, occurrenceId)
    return put.map((one) => ({ id: one, complete: false }))
  })
