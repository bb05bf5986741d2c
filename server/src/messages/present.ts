import type { Occurrence } from '@carillon/contract/deliveries'
import type { Message } from '@carillon/contract/messages'
import { nextSlot } from '../schedule/rules.ts'
import { occurrenceWords } from './rules.ts'
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
    kind: 'scheduled',
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
    nextAt: nextAt?.toISOString() ?? null,
    ...(mark ? { nextMark: mark } : {}),
    occurrence: message.occurrence && presentOccurrence(message.occurrence),
  }
}

export function presentOccurrence(row: store.OccurrenceRow): Occurrence {
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
