import {
  NEXT_RUNS,
  type Message,
  type MessageSummary,
  type Result,
  type Run,
} from '@carillon/contract/messages'
import type { Schedule } from '@carillon/contract/schedule'
import { dueAt, slots, words } from '../schedule/rules.ts'
import { presentOccurrence } from '../occurrences/present.ts'
import type { ResultRow } from './occurrences/store.ts'
import { bare, contentAt, exceptionsOf } from './slots/rules.ts'
import type * as store from './store.ts'
import { occurrenceReason } from '../occurrences/words.ts'
import { quietForecast } from '../sending/rules.ts'

/** A message as it is told by itself at `now`: exceptions that lie before are over. */
export function presentMessage(message: store.Message, now: Date): Message {
  const { schedule, kind, targets, slotContents } = message
  const topics = targets.filter((target) => target.topics.length > 0)
  return {
    ...presentSummary(message, now),
    ...(schedule ? { schedule } : {}),
    groupIds: targets.map((target) => target.groupId),
    ...(topics.length > 0
      ? { topics: Object.fromEntries(topics.map(({ groupId, topics }) => [groupId, topics])) }
      : {}),
    exceptions: schedule && kind === 'automated' ? exceptionsOf(schedule, slotContents, now) : [],
  }
}

/** A message as lists and live events tell it at `now`. */
export function presentSummary(message: store.Summary, now: Date): MessageSummary {
  const { schedule, nextAt, attention, title } = message
  const runs = schedule && nextAt ? runsOf(schedule, nextAt, message) : []
  const mark = runs[0]?.mark
  return {
    id: message.id,
    rev: message.rev,
    createdAt: message.createdAt.toISOString(),
    updatedAt: message.updatedAt.toISOString(),
    ...(attention ? { attention } : {}),
    kind: message.kind,
    ...(title ? { title } : {}),
    status: message.status,
    content: message.content,
    groupIds: message.groupIds,
    groupCount: message.groupCount,
    editedRev: message.editedRev,
    ...(schedule ? { schedule: bare(schedule) } : {}),
    catchUpMinutes: message.catchUpMinutes,
    onUnconfirmed: message.onUnconfirmed,
    overlap: message.overlap,
    pauseAfterFailures: message.pauseAfterFailures,
    ...(schedule ? { words: words(schedule, now) } : {}),
    nextAt: runs[0]?.at ?? null,
    ...(mark ? { nextMark: mark } : {}),
    nextRuns: runs,
    lastResults: message.results.map(presentResult),
    pausedUntil: message.pausedUntil?.toISOString() ?? null,
    occurrence: message.occurrence && presentOccurrence(message.occurrence),
  }
}

/** The next slots as the planner will come to them. */
function runsOf(
  schedule: Schedule,
  from: Date,
  { rewordedSlots, quiet }: Pick<store.Summary, 'rewordedSlots' | 'quiet'>,
): Run[] {
  const runs: Run[] = []
  const quietAt = quietForecast(quiet)
  for (const slot of slots(schedule, from)) {
    const namedAt = slot.movedFrom?.at ?? slot.at
    const changed = slot.movedFrom
      ? ('moved' as const)
      : contentAt(rewordedSlots, namedAt) && ('content' as const)
    const at = dueAt(schedule, slot.at)
    const kept = quietAt(at)
    runs.push({
      slotAt: namedAt.toISOString(),
      at: at.toISOString(),
      local: slot.local,
      ...(slot.mark ? { mark: slot.mark } : {}),
      ...(changed ? { changed } : {}),
      ...(kept ? { quiet: kept } : {}),
    })
    if (runs.length === NEXT_RUNS) break
  }
  return runs
}

const presentResult = (row: ResultRow): Result => ({
  occurrenceId: row.id,
  at: row.dueAt.toISOString(),
  status: row.status,
  ...occurrenceReason(row),
})
