import { fromEpoch, latest } from '../platform/clock.ts'
import type { UserContext } from '../platform/context.ts'
import { startLongWork } from '../platform/long-work.ts'
import type { Limited } from '../sending/rules.ts'
import { readLimitedGroupsOf, startForecast, type LimitedByRules } from '../series/actions.ts'
import { inOrder, type UndescribedSend } from './rules.ts'

/**
 * Most sends that are forecast, to groups with a daily limit. So many take a quarter of a second (measured 2026-11). Of
 * later ones nothing is told.
 */
const STEPS_MAX = 50_000

/**
 * What daily limits do to those of these sends that are to come. What the day before the first one puts off counts, too,
 * so it should be among them.
 */
export async function findLimits(
  ctx: UserContext,
  limited: readonly LimitedByRules[],
  sends: readonly UndescribedSend[],
): Promise<ReadonlyMap<UndescribedSend, Limited>> {
  const found = new Map<UndescribedSend, Limited>()
  const planned = sends.filter(({ status }) => status === 'planned')
  if (planned.length === 0 || limited.length === 0) return found
  const now = ctx.clock.now()
  const groupIds = limited.map(({ id }) => id)
  const sourceIds = [...new Set(planned.map(({ sourceId }) => sourceId))]
  const groupsOf = await readLimitedGroupsOf(ctx, sourceIds, groupIds)
  if (groupsOf.size === 0) return found
  const asked = new Set([...groupsOf.values()].flat())
  const groups = limited.filter(({ id }) => asked.has(id))
  const forecast = await startForecast(ctx, groups, now)
  const letOthersRun = startLongWork()
  let steps = 0
  for (const send of planned.toSorted(inOrder)) {
    const ids = groupsOf.get(send.sourceId) ?? []
    steps += ids.length
    if (steps > STEPS_MAX) break
    const limit = forecast(ids, latest(fromEpoch(send.at), now))
    if (limit) found.set(send, limit)
    await letOthersRun()
  }
  return found
}
