import type { Message, MessageSummary } from '@carillon/contract/messages'
import { presentOccurrence, presentResult } from '../occurrences/present.ts'
import { words } from '../schedule/rules.ts'
import type { RunForecasts } from '../series/actions.ts'
import { nextRuns } from '../series/present.ts'
import { quietForecast } from '../sending/rules.ts'
import { withoutExceptions, exceptionsOf } from '../series/rules.ts'
import type * as summaries from './read-models.ts'
import { withoutRemoved } from './words.ts'

/** A message in the contract's shape at `now`; exceptions before `now` are left out. */
export function presentMessage(
  message: summaries.Message,
  now: Date,
  forecasts?: RunForecasts,
): Message {
  const { schedule, kind, targets, slotContents } = message
  const topics = targets.filter((target) => target.topics.length > 0)
  return {
    ...presentSummary(message, now, forecasts),
    ...(schedule ? { schedule } : {}),
    groupIds: targets.map((target) => target.groupId),
    ...(topics.length > 0
      ? { topics: Object.fromEntries(topics.map(({ groupId, topics }) => [groupId, topics])) }
      : {}),
    exceptions: schedule && kind === 'automated' ? exceptionsOf(schedule, slotContents, now) : [],
    ...(message.sentBy ? { sentBy: message.sentBy } : {}),
  }
}

/** A message in the shape of lists and live events at `now`. */
export function presentSummary(
  message: summaries.Summary,
  now: Date,
  forecasts?: RunForecasts,
): MessageSummary {
  const { schedule, nextAt, attention, title, reach } = message
  const runs = schedule && nextAt ? nextRuns(schedule, nextAt, { ...message, forecasts }).runs : []
  const mark = runs[0]?.mark
  const quietNow = quietForecast(message.quiet)(now)
  return {
    id: message.id,
    rev: message.rev,
    createdAt: message.createdAt.toISOString(),
    updatedAt: message.updatedAt.toISOString(),
    ...(attention
      ? {
          attention:
            reach?.left === 0 ? withoutRemoved(attention, reach.of - reach.groups) : attention,
        }
      : {}),
    kind: message.kind,
    ...(title ? { title } : {}),
    status: message.status,
    content: message.content,
    groupIds: message.groupIds,
    groupCount: message.groupCount,
    ...(reach ? { reach } : {}),
    editedRev: message.editedRev,
    ...(schedule ? { schedule: withoutExceptions(schedule) } : {}),
    catchUpMinutes: message.catchUpMinutes,
    onUnconfirmed: message.onUnconfirmed,
    overlap: message.overlap,
    pauseAfterFailures: message.pauseAfterFailures,
    ...(schedule ? { words: words(schedule, now) } : {}),
    nextAt: runs[0]?.at ?? null,
    ...(mark ? { nextMark: mark } : {}),
    nextRuns: runs,
    lastResults: message.results.map(presentResult),
    runs: message.runs,
    pausedUntil: message.pausedUntil?.toISOString() ?? null,
    ...(quietNow ? { quietNow } : {}),
    occurrence: message.occurrence && presentOccurrence(message.occurrence),
  }
}
