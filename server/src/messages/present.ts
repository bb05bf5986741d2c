import type { Occurrence } from '@carillon/contract/deliveries'
import { NEXT_RUNS, type Message, type Result, type Run } from '@carillon/contract/messages'
import type { Schedule } from '@carillon/contract/schedule'
import { nextSlot, slots, words } from '../schedule/rules.ts'
import { occurrenceWords } from '../deliveries/rules.ts'
import type { OccurrenceRow, ResultRow } from './occurrences/store.ts'
import type * as store from './store.ts'

export function presentMessage(message: store.Message): Message {
  const { schedule, nextAt, attention, title } = message
  const mark = schedule && nextAt ? nextSlot(schedule, nextAt)?.mark : undefined
  const topics = message.targets.filter((target) => target.topics.length > 0)
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
    groupIds: message.targets.map((target) => target.groupId),
    ...(topics.length > 0
      ? { topics: Object.fromEntries(topics.map(({ groupId, topics }) => [groupId, topics])) }
      : {}),
    ...(schedule ? { schedule } : {}),
    catchUpMinutes: message.catchUpMinutes,
    onUnconfirmed: message.onUnconfirmed,
    overlap: message.overlap,
    pauseAfterFailures: message.pauseAfterFailures,
    ...(schedule ? { words: words(schedule) } : {}),
    nextAt: nextAt?.toISOString() ?? null,
    ...(mark ? { nextMark: mark } : {}),
    nextRuns: schedule && nextAt ? runsOf(schedule, nextAt) : [],
    lastResults: message.results.map(presentResult),
    exceptions: [],
    pausedUntil: message.pausedUntil?.toISOString() ?? null,
    occurrence: message.occurrence && presentOccurrence(message.occurrence),
  }
}

function runsOf(schedule: Schedule, from: Date): Run[] {
  const runs: Run[] = []
  for (const { at, local, mark } of slots(schedule, from)) {
    const instant = at.toISOString()
    runs.push({ slotAt: instant, at: instant, local, ...(mark ? { mark } : {}) })
    if (runs.length === NEXT_RUNS) break
  }
  return runs
}

const presentResult = (row: ResultRow): Result => ({
  occurrenceId: row.id,
  at: row.dueAt.toISOString(),
  status: row.status,
  ...(row.status === 'skipped' ? { reason: occurrenceWords(row.reason) } : {}),
})

export function presentOccurrence(row: OccurrenceRow): Occurrence {
  const { total, sent, failed, skipped, unconfirmed } = row
  return {
    id: row.id,
    status: row.status,
    ...(row.status === 'skipped' ? { reason: occurrenceWords(row.reason) } : {}),
    slotAt: row.slotAt?.toISOString() ?? null,
    dueAt: row.dueAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    total,
    pending: total - sent - failed - skipped - unconfirmed,
    sent,
    failed,
    skipped,
    unconfirmed,
  }
}
