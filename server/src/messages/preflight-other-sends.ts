import type { PreflightWarning } from '@carillon/contract/messages'
import { after } from '../platform/clock.ts'
import type { Tx, UserContext } from '../platform/context.ts'
import { readSends } from '../sending/actions.ts'
import {
  dayStart,
  NEVER,
  obstacleAfter,
  quietDays,
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
 * cycles are sent to them before it. What is due in their quiet hours goes at the end of these, and is checked then.
 */
export async function otherSendWarnings(
  { dueAt, ruled, others, sent }: OtherSends,
  letOthersRun: () => Promise<void>,
): Promise<PreflightWarning[]> {
  const startIn = new Map<string, Date>()
  const got = new Map(
    ruled.flatMap((group) => {
      const goesAt = timeWithQuiet(group)
      const at = goesAt(dueAt)
      // Quiet hours that skip it have their own warning.
      return at ? [[group.id, { ...group, goesAt, at, last: NEVER, today: 0 }]] : []
    }),
  )
  const note = (groupId: string, at: readonly Date[]) => {
    const group = got.get(groupId)
    const last = at.at(-1)
    if (!group || !last) return
    if (last > group.last) group.last = last
    // More than its limit makes no difference.
    if (group.dailyCap === null || group.today >= group.dailyCap) return
    const { timeZone } = group
    const day = `${timeZone} ${group.at.getTime()}`
    const start = startIn.get(day) ?? dayStart(group.at, timeZone)
    startIn.set(day, start)
    const before = at.findIndex((one) => one >= start)
    if (before !== -1) group.today += at.length - before
  }
  const walk = { from: after(dueAt, -SENDS_MATTER_MS), until: after(dueAt, 1), letOthersRun }
  for await (const { groupIds, at } of otherSends(others, walk)) {
    for (const id of groupIds) {
      const { quietHours, goesAt } = got.get(id) ?? {}
      note(id, quietHours && goesAt ? at.flatMap((one) => goesAt(one) ?? []) : at)
      await letOthersRun()
    }
  }
  for (const { groupId, at } of sent) note(groupId, [at])
  return [...got.values()].flatMap((group) => limitWarnings(group, dueAt))
}

/** When what is due at an instant goes to this group, by its quiet hours; undefined if they skip it. */
function timeWithQuiet({ quietHours, timeZone }: PreflightGroup): (at: Date) => Date | undefined {
  if (!quietHours) return (at) => at
  const endOf = quietDays(quietHours, timeZone)
  return (at) => {
    const end = endOf(at)
    return end && quietHours.mode === 'skip' ? undefined : (end ?? at)
  }
}

function limitWarnings(
  group: PreflightGroup & GotBefore & { at: Date },
  dueAt: Date,
): PreflightWarning[] {
  const { id: groupId, title, dailyCap, minGapMinutes, timeZone, at } = group
  const rules = { quietHours: null, dailyCap, minGapMinutes, timeZone }
  const met = obstacleAfter(rules, group, dueAt, at)
  if (!met) return []
  const full = obstacleAfter({ ...rules, minGapMinutes: null }, group, dueAt, at)
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
