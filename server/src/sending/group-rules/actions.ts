import { endPending } from '../../deliveries/actions.ts'
import type { Changed } from '../../deliveries/port.ts'
import type { GroupRulesChanged } from '../../groups/port.ts'
import {
  ignoreRules,
  readOccurrence,
  publishProgress,
  type ShownOccurrence,
} from '../../occurrences/actions.ts'
import { skipWords, type SkipCode } from '../../occurrences/words.ts'
import { after } from '../../platform/clock.ts'
import type { Context, Tx, UserContext } from '../../platform/context.ts'
import { AppError } from '../../platform/errors.ts'
import * as groupRules from './store.ts'
import { SENDS_MATTER_MS, type RuleObstacle } from './rules.ts'
import { owning } from '../fenced-transaction.ts'
import type { LaneDelivery } from '../lanes/lanes-store.ts'
import type { Owner } from '../store.ts'

/**
 * Delays or skips a delivery because of a rule of its group. If several deliveries of one source wait for the
 * end of the same quiet hours, only the newest is kept. Returns `again` if the rules changed since they were
 * read, or a person chose to send anyway: the delivery must be read again.
 */
export async function delayOrSkip(
  ctx: Context,
  owner: Owner,
  delivery: LaneDelivery,
  obstacle: RuleObstacle,
): Promise<{ changed: Changed[]; again: boolean }> {
  let again = false
  const changed = await owning(ctx, owner, async (tx) => {
    again = !(await groupRules.holdRules(tx, delivery))
    if (again) return []
    const now = ctx.clock.now()
    const skip = (ids: readonly string[], code: SkipCode) =>
      endPending(tx, now, { ids }, { status: 'skipped', code, reason: skipWords[code] })
    const { id } = delivery
    if ('skip' in obstacle) return skip([id], obstacle.skip)
    const { until, why: code, reason } = obstacle
    const put = await groupRules.shift(tx, now, owner, { id, until, code, reason })
    const waits = put.map((occurrenceId) => ({ id: occurrenceId, complete: false }))
    if (code !== 'quiet_hours') return waits
    return [...waits, ...(await skip(await groupRules.findOlderHeld(tx, id), code))]
  })
  return { changed, again }
}

/**
 * The rules of a group were changed. Earlier sends count from now on, also if it had no rules before, and
 * waiting deliveries are checked again.
 */
export const groupRulesChanged: GroupRulesChanged = async (ctx, tx, groupId) => {
  await groupRules.recallSends(tx, after(ctx.clock.now(), -SENDS_MATTER_MS), groupId)
  await releaseHeld(ctx, tx, { groupId })
}

/** The time zone of a person was changed, and with it the quiet hours of groups without their own zone. */
export const personClockChanged = (ctx: Context, tx: Tx, userId: string): Promise<void> =>
  releaseHeld(ctx, tx, { clockOf: userId })

/**
 * Sends what an occurrence has waiting for group rules, and its missing slices, regardless of the rules.
 * Throws `conflict` if it has ended or its source was deleted.
 */
export function sendAnyway(ctx: UserContext, id: string): Promise<ShownOccurrence> {
  return ctx.transaction(async (tx) => {
    const { source, sourceId, finishedAt } = await readOccurrence(ctx, id)
    if ((await ctx.holdSource(tx, { source, sourceId })) !== 'there') {
      throw new AppError('conflict', 'The message or cycle of this run was deleted.')
    }
    if (finishedAt) throw new AppError('conflict', 'This run has ended: nothing of it is waiting.')
    // Deliveries are locked before their occurrences, everywhere; then those that a lane has delayed in the
    // meantime.
    await releaseHeld(ctx, tx, { occurrenceId: id })
    await ignoreRules(tx, id)
    await releaseHeld(ctx, tx, { occurrenceId: id })
    await publishProgress(ctx, tx, [id])
    return readOccurrence({ ...ctx, db: tx.db }, id)
  })
}

async function releaseHeld(ctx: Context, tx: Tx, which: Parameters<typeof groupRules.release>[2]) {
  const accountIds = await groupRules.release(tx, ctx.clock.now(), which)
  if (accountIds.length > 0) await tx.wake('lanes', accountIds)
}

/** Deletes the record of sends to groups with rules when no rule needs it any more. */
export const forgetGroupSends = (ctx: Context): Promise<void> =>
  groupRules.forgetSends(ctx, after(ctx.clock.now(), -SENDS_MATTER_MS))
