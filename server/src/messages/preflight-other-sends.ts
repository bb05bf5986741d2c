import type { PreflightWarning } from '@carillon/contract/messages'
import { after } from '../platform/clock.ts'
import type { Tx, UserContext } from '../platform/context.ts'
import { readSends } from '../sending/actions.ts'
import {
  dayStart,
  NEVER,
  obstacleAfter,
  SENDS_MATTER_MS,
  type GotBefore,
} from '../sending/rules.ts'
import { readOtherSeries, otherSends, type OtherSeries } from '../series/actions.ts'
import type { PreflightGroup } from './preflight-store.ts'

/** Other messages to the groups with limits, around the first run. */
export type OtherSends = {
  dueAt: Date
  ruled: readonly PreflightGroup[]
  others: readonly OtherSeries[]
  sent: readonly { groupId: string; at: Date }[]
}

/** Reads what other sources send to these groups in the day before the first run. */
export async function readOtherSends(
  ctx: UserContext,
  tx: Tx,
  { dueAt, messageId, groups }: { dueAt: Date; messageId: string | null; groups: PreflightGroup[] },
): Promise<OtherSends> {
  const ruled = groups.filter(({ dailyCap, minGapMinutes }) => dailyCap ?? minGapMinutes)
  if (ruled.length === 0) return { dueAt, ruled, others: [], sent: [] }
  const groupIds = ruled.map(({ id }) => id)
  const until = after(dueAt, 1)
  const others = await readOtherSeries(tx, ctx.user.id, { groupIds, until, sourceId: messageId })
  const asked = groupIds.map((groupId) => ({ groupId }))
  return { dueAt, ruled, others, sent: await readSends(tx, after(dueAt, -SENDS_MATTER_MS), asked) }
}

/**
 * Warnings for groups whose daily limit or minimum gap delays or skips the first run, because other messages and
 * cycles are sent to them before it.
 */
export async function otherSendWarnings(
  { dueAt, ruled, others, sent }: OtherSends,
  letOthersRun: () => Promise<void>,
): Promise<PreflightWarning[]> {
  const startIn = new Map<string, Date>()
  const got = new Map(ruled.map((group) => [group.id, { ...group, last: NEVER, today: 0 }]))
  const note = (groupId: string, at: readonly Date[]) => {
    const group = got.get(groupId)
    const last = at.at(-1)
    if (!group || !last) return
    if (last > group.last) group.last = last
    // More than its limit makes no difference.
    if (group.dailyCap === null || group.today >= group.dailyCap) return
    const { timeZone } = group
    const start = startIn.get(timeZone) ?? dayStart(dueAt, timeZone)
    startIn.set(timeZone, start)
    const before = at.findIndex((one) => one >= start)
    if (before !== -1) group.today += at.length - before
  }
  const walk = { from: after(dueAt, -SENDS_MATTER_MS), until: after(dueAt, 1), letOthersRun }
  for await (const { groupIds, at } of otherSends(others, walk)) {
    for (const id of groupIds) {
      note(id, at)
      await letOthersRun()
    }
  }
  for (const { groupId, at } of sent) note(groupId, [at])
  return ruled.flatMap((group) => limitWarnings(group, got.get(group.id)!, dueAt))
}

function limitWarnings(
  { id: groupId, title, dailyCap, minGapMinutes, timeZone }: PreflightGroup,
  got: GotBefore,
  dueAt: Date,
): PreflightWarning[] {
  // Quiet hours have their own warning.
  const rules = { quietHours: null, dailyCap, minGapMinutes, timeZone }
  const met = obstacleAfter(rules, got, dueAt, dueAt)
  if (!met) return []
  const full = obstacleAfter({ ...rules, minGapMinutes: null }, got, dueAt, dueAt)
  const effect = 'skip' in met ? ('not_sent' as const) : ('later' as const)
  const becomes = 'skip' in met ? 'it is not sent there' : 'it waits there'
  return [
    full
      ? {
          code: 'cap',
          effect,
          groupId,
          text: `“${title}”: it takes ${dailyCap === 1 ? 'one message' : `${dailyCap} messages`} a day, and others go there before it that day: ${becomes}.`,
        }
      : {
          code: 'gap',
          effect,
          groupId,
          text: `“${title}”: it takes one message in ${minGapMinutes} minutes, and another goes there shortly before: ${becomes}.`,
        },
  ]
}
