import type { Context } from '../../platform/context.ts'
import { hasRules, ruleObstacle, SENDS_MATTER_MS, type RuleObstacle } from './rules.ts'
import { after } from '../../platform/clock.ts'
import { readSends } from './store.ts'
import type { LaneDelivery } from '../lanes/lanes-store.ts'

/** Checks group rules just before the wire, because all sends of a group meet here, whatever their source. */
export async function checkGroupRules(
  ctx: Context,
  deliveries: readonly LaneDelivery[],
): Promise<ReadonlyMap<string, RuleObstacle>> {
  // If its files are in the group already, the text follows them regardless of the rules.
  const ruled = deliveries.filter(
    ({ rules, ignoresRules, receipt }) => hasRules(rules) && !ignoresRules && !receipt,
  )
  if (ruled.length === 0) return new Map()
  const now = ctx.clock.now()
  const sends = await readSends(ctx, after(now, -SENDS_MATTER_MS), ruled)
  return new Map(
    ruled.flatMap((one): [string, RuleObstacle][] => {
      const others = sends.filter(
        ({ groupId, occurrenceId }) => groupId === one.groupId && occurrenceId !== one.occurrenceId,
      )
      const at = others.map((send) => send.at)
      const obstacle = ruleObstacle(one.rules, at, one.dueAt, now)
      return obstacle ? [[one.id, obstacle]] : []
    }),
  )
}
