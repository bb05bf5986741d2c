import type { UserContext } from '../platform/context.ts'
import { startLongWork } from '../platform/long-work.ts'
import {
  readExclusive,
  readRuledGroupsOf,
  startForecast,
  type Forecast,
  type RuledGroup,
} from '../series/actions.ts'
import { inOrder, type UndescribedSend } from './rules.ts'

/**
 * Most sends to groups with rules that are forecast. So many take a quarter of a second (measured 2026-11). Of later
 * ones nothing is told.
 */
const STEPS_MAX = 50_000

/**
 * What the rules of groups do to those of these sends that are to come. What the day before the first one puts off
 * counts, too, so it should be among them.
 */
export async function findForecasts(
  ctx: UserContext,
  ruled: readonly RuledGroup[],
  sends: readonly UndescribedSend[],
): Promise<ReadonlyMap<UndescribedSend, Forecast>> {
  const found = new Map<UndescribedSend, Forecast>()
  const planned = sends.filter(({ status }) => status === 'planned')
  if (planned.length === 0 || ruled.length === 0) return found
  const sourceIds = [...new Set(planned.map(({ sourceId }) => sourceId))]
  const groupsOf = await readRuledGroupsOf(ctx, sourceIds, ruled)
  if (groupsOf.size === 0) return found
  const asked = new Set([...groupsOf.values()].flat())
  const forecastOf = await startForecast(ctx, {
    groups: ruled.filter(({ id }) => asked.has(id)),
    exclusive: await readExclusive(ctx, [...groupsOf.keys()]),
    now: ctx.clock.now(),
  })
  const letOthersRun = startLongWork()
  let steps = 0
  for (const send of planned.toSorted(inOrder)) {
    const groupIds = groupsOf.get(send.sourceId)
    if (!groupIds) continue
    const forecast = forecastOf({ plannedAt: send.at, ...send, groupIds })
    if (forecast) found.set(send, forecast)
    if (forecast !== 'left out') steps += groupIds.length
    if (steps > STEPS_MAX) break
    await letOthersRun()
  }
  return found
}
