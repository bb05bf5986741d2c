import type { Quiet } from '@carillon/contract/groups'
import { after, fromEpoch, latest } from '../platform/clock.ts'
import type { UserContext } from '../platform/context.ts'
import { startLongWork } from '../platform/long-work.ts'
import { readSends } from '../sending/actions.ts'
import { dayStart, type Limited, limitForecast, NEVER, SENDS_MATTER_MS } from '../sending/rules.ts'
import * as store from './limits-store.ts'
import type { LimitedByRules } from './limits-store.ts'
import type { UndescribedSend } from './rules.ts'

/** Most sends to groups with a daily limit that are forecast: a quarter of a second (measured 2026-11). Of later ones nothing is told. */
const STEPS_MAX = 50_000

/** The groups with a daily limit that can be sent to. */
export const readLimited = (ctx: UserContext): Promise<LimitedByRules[]> =>
  store.readLimited(ctx, ctx.user.id)

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
  const groupsOf = await store.readLimitedGroupsOf(ctx, sourceIds, groupIds)
  if (groupsOf.size === 0) return found
  const asked = [...new Set([...groupsOf.values()].flat())].map((groupId) => ({ groupId }))
  const sent = Map.groupBy(
    await readSends(ctx, after(now, -SENDS_MATTER_MS), asked),
    ({ groupId }) => groupId,
  )
  const startIn = new Map<string, Date>()
  const groups = limited.map((group) => {
    const { id, timeZone } = group
    const start = startIn.get(timeZone) ?? dayStart(now, timeZone)
    startIn.set(timeZone, start)
    const at = (sent.get(id) ?? []).map((send) => send.at)
    const today = at.filter((one) => one >= start).length
    return { ...group, last: at.reduce(latest, NEVER), today }
  })
  const forecast = limitForecast(groups, now)
  const letOthersRun = startLongWork()
  let steps = 0
  for (const send of planned.toSorted((a, b) => a.at - b.at)) {
    const ids = groupsOf.get(send.sourceId) ?? []
    steps += ids.length
    if (steps > STEPS_MAX) break
    const limit = forecast(ids, latest(fromEpoch(send.at), now))
    if (limit) found.set(send, limit)
    await letOthersRun()
  }
  return found
}

/** What quiet hours do to a send without the groups that wait for them and then for their daily limit: that is told. */
export function withoutLimited(quiet: Quiet, limited = 0): Quiet | undefined {
  const held = quiet.held - limited
  if (held > 0) return { ...quiet, held }
  return quiet.skipped > 0 ? { held: 0, skipped: quiet.skipped } : undefined
}
