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
import { column } from '../../platform/db/lists.ts'
import { AppError } from '../../platform/errors.ts'
import * as groupRules from './store.ts'
import { SENDS_MATTER_MS, type RuleObstacle } from './rules.ts'
import { owningMany, type KeptBack } from '../fenced-transaction.ts'

/**
 * Delays or skips deliveries because of rules of their groups. If several deliveries of one source wait for
 * the end of the same quiet hours, only the newest is kept. `again`: the deliveries whose rules changed since
 * they were read, or that a person chose to send anyway: they must be read again.
 */
export async function delayOrSkip(
  ctx: Context,
  keptBack: readonly KeptBack<RuleObstacle>[],
): Promise<{ changed: Changed[]; again: ReadonlySet<string> }> {
  const done = await owningMany(ctx, keptBack, async (tx, mine, owners) => {
    const stillRuled = await groupRules.lockRules(tx, column(mine, 'delivery'))
    const obstacles = mine.flatMap(({ delivery: { id }, obstacle }) =>
      stillRuled.has(id) ? [{ id, ...obstacle }] : [],
    )
    const delays = obstacles.flatMap((one) =>
      'skip' in one ? [] : [{ id: one.id, until: one.until, code: one.why, reason: one.reason }],
    )
    const now = ctx.clock.now()
    const delayed = await groupRules.shift(tx, now, owners, delays)
    const quiet = delays.filter(({ code }) => code === 'quiet_hours')
    const older = await groupRules.findOlderDelayed(tx, column(quiet, 'id'))
    const skips: { id: string; code: SkipCode }[] = [
      ...obstacles.flatMap((one) => ('skip' in one ? [{ id: one.id, code: one.skip }] : [])),
      ...older.map((id) => ({ id, code: 'quiet_hours' as const })),
    ]
    const changed: Changed[] = delayed.map((id) => ({ id, allEnded: false }))
    for (const [code, same] of Map.groupBy(skips, (one) => one.code)) {
      const end = { status: 'skipped', code, reason: skipWords[code] } as const
      changed.push(...(await endPending(tx, now, { ids: column(same, 'id') }, end)))
    }
    const ids = mine.map(({ delivery }) => delivery.id)
    return { changed, again: ids.filter((id) => !stillRuled.has(id)) }
  })
  return {
    changed: done.flatMap(({ changed }) => changed),
    again: new Set(done.flatMap(({ again }) => again)),
  }
}

/**
 * The rules of a group were changed. The new rules also count what the group got before, and deliveries that a
 * rule has delayed are checked again.
 */
export const groupRulesChanged: GroupRulesChanged = async (ctx, tx, groupId) => {
  await groupRules.recordEarlierSends(tx, after(ctx.clock.now(), -SENDS_MATTER_MS), groupId)
  await releaseDelayed(ctx, tx, { groupId })
}

/** The time zone of a person was changed, and with it the quiet hours of groups without their own zone. */
export const userTimeZoneChanged = (ctx: Context, tx: Tx, userId: string): Promise<void> =>
  releaseDelayed(ctx, tx, { timeZoneOf: userId })

/**
 * Sends what an occurrence has waiting for group rules, and its missing slices, regardless of the rules.
 * Throws `conflict` if it has ended or its source was deleted.
 */
export function sendAnyway(ctx: UserContext, id: string): Promise<ShownOccurrence> {
  return ctx.transaction(async (tx) => {
    const { source, sourceId, finishedAt } = await readOccurrence(ctx, id)
    if ((await ctx.lockSource(tx, { source, sourceId })) !== 'there') {
      throw new AppError('conflict', 'The message or cycle of this run was deleted.')
    }
    if (finishedAt) throw new AppError('conflict', 'This run has ended: nothing of it is waiting.')
    // Called twice: deliveries are always locked before occurrences, and a lane may delay more of them until the
    // occurrence is locked.
    await releaseDelayed(ctx, tx, { occurrenceId: id })
    await ignoreRules(tx, id)
    await releaseDelayed(ctx, tx, { occurrenceId: id })
    await publishProgress(ctx, tx, [id])
    return readOccurrence({ ...ctx, db: tx.db }, id)
  })
}

async function releaseDelayed(
  ctx: Context,
  tx: Tx,
  which: Parameters<typeof groupRules.release>[2],
) {
  const accountIds = await groupRules.release(tx, ctx.clock.now(), which)
  if (accountIds.length > 0) await tx.wake('lanes', accountIds)
}

/** Deletes the record of sends to groups with rules when no rule needs it any more. */
export const forgetGroupSends = (ctx: Context): Promise<void> =>
  groupRules.forgetSends(ctx, after(ctx.clock.now(), -SENDS_MATTER_MS))
