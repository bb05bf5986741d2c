import type { MessageKind, MessageStatus } from '@carillon/contract/messages'
import { AppError } from '../platform/errors.ts'
import type { OccurrenceChange } from '../occurrences/port.ts'
import { isShort } from '../occurrences/rules.ts'

/**
 * The status of a single message after each action; an action is refused in a status that is missing here.
 */
const singleTransitions = {
  /**
   * Saved as a draft: its schedule is removed. A partly sent message then waits for a new time for the groups
   * without it.
   */
  save: {
    draft: 'draft',
    scheduled: 'draft',
    paused: 'draft',
    partly_sent: 'draft',
    failed: 'draft',
    missed: 'draft',
  },
  /** Saved as active: its schedule is set. */
  schedule: {
    draft: 'scheduled',
    scheduled: 'scheduled',
    paused: 'scheduled',
    partly_sent: 'scheduled',
    failed: 'scheduled',
    missed: 'scheduled',
  },
  /** Saved without ending its pause. */
  keepPaused: { paused: 'paused' },
  pause: { scheduled: 'paused', sending: 'paused' },
  resume: { paused: 'scheduled' },
  cancel: {
    scheduled: 'canceled',
    sending: 'canceled',
    paused: 'canceled',
    failed: 'canceled',
    missed: 'canceled',
  },
  /** Refused once some groups have it, because they would get it twice. */
  sendNow: {
    draft: 'sending',
    scheduled: 'sending',
    paused: 'sending',
    failed: 'sending',
    missed: 'sending',
  },
  except: {},
} as const satisfies Transitions

/** The same for a series. Sending it once more now changes no status. */
const seriesTransitions = {
  save: { draft: 'draft', active: 'draft', paused: 'draft', finished: 'draft' },
  schedule: { draft: 'active', active: 'active', paused: 'active', finished: 'active' },
  keepPaused: { paused: 'paused' },
  pause: { active: 'paused', paused: 'paused' },
  resume: { paused: 'active' },
  cancel: {},
  sendNow: { draft: 'draft', active: 'active', paused: 'paused', finished: 'finished' },
  /** One of its slots is changed. */
  except: { active: 'active', paused: 'paused', finished: 'active' },
} as const satisfies Transitions

export type Verb = keyof typeof singleTransitions
type Transitions = Record<string, Partial<Record<MessageStatus, MessageStatus>>>

/**
 * The status of a message after an action; throws `conflict`, with words, if the action is not possible now.
 */
export function move(verb: Verb, { kind, status }: KindAndStatus): MessageStatus {
  const to: Transitions[string] = (kind === 'automated' ? seriesTransitions : singleTransitions)[
    verb
  ]
  const next = to[status]
  if (!next) throw new AppError('conflict', refusal(verb, { kind, status }))
  return next
}

export type KindAndStatus = { kind: MessageKind; status: MessageStatus }

function refusal(verb: Verb, { kind, status }: KindAndStatus): string {
  const changes = verb === 'save' || verb === 'schedule' || verb === 'keepPaused'
  if (kind === 'automated') return seriesRefusals[verb]
  if (status === 'sending') {
    return changes
      ? 'This message is being sent right now. Wait until it is done, or pause it first.'
      : 'This message is being sent already.'
  }
  if (status === 'sent') return 'This message has been sent. Duplicate it to send it again.'
  if (status === 'canceled') return 'This message was cancelled. Duplicate it to use it again.'
  return refusals[verb]
}

const NOT_PAUSED = 'Only a message that is paused, and keeps its kind, can stay paused.'

const refusals: Record<Verb, string> = {
  save: 'This message cannot be made a draft now.',
  schedule: 'This message cannot be scheduled now.',
  keepPaused: NOT_PAUSED,
  pause: 'Only a message that is scheduled or being sent can be paused.',
  resume: 'Only a paused message can be resumed.',
  cancel: 'Only a message that is still to be sent can be cancelled.',
  sendNow:
    'Some groups have this message already. Try the others again one by one, or duplicate it.',
  except: 'A message that is sent once has no other times. Give it a new one instead.',
}

const seriesRefusals: Record<Verb, string> = {
  save: 'This message cannot be made a draft now.',
  schedule: 'This message cannot be activated now.',
  keepPaused: NOT_PAUSED,
  pause: 'Only a message that is active can be paused.',
  resume: 'Only a paused message can be resumed.',
  cancel: 'An automated message goes on until its end. Pause it, or delete it.',
  sendNow: 'This message cannot be sent now.',
  except: 'Only the times of a message that is active or paused can be changed.',
}

/** Throws `conflict` if a message that was sent is to change its kind: its history would not fit. */
export function requireKind(kind: MessageKind, present: MessageKind, hasHistory: boolean): void {
  if (kind === present || !hasHistory) return
  throw new AppError(
    'conflict',
    kind === 'automated'
      ? 'This message was sent before. Duplicate it to let the copy repeat.'
      : 'This message was sent before. Duplicate it to send the copy once.',
  )
}

/**
 * Throws `conflict` while a request of a paused message is unanswered: if it arrives after all, the group
 * would get the message twice. The answer takes seconds.
 */
export function requireNotInFlight(
  { kind, status }: KindAndStatus,
  latest: { finishedAt: Date | null } | undefined,
): void {
  if (kind === 'automated' || status !== 'paused' || !latest || latest.finishedAt) return
  throw new AppError(
    'conflict',
    'A copy of this message is still on its way. Try again in a moment.',
  )
}

/**
 * The groups and topics of a message that have not got it. A group of which all topics have it is left out.
 */
export function leftOf<T extends { groupId: string; topics: string[] }>(
  targets: readonly T[],
  reached: readonly { groupId: string; topicId: string | null }[],
): T[] {
  const has = new Set(reached.map(({ groupId, topicId }) => `${groupId} ${topicId ?? ''}`))
  return targets.flatMap((target) => {
    const { groupId, topics } = target
    if (topics.length === 0) return has.has(`${groupId} `) ? [] : [target]
    const left = topics.filter((topicId) => !has.has(`${groupId} ${topicId}`))
    return left.length > 0 ? [{ ...target, topics: left }] : []
  })
}

/** The statuses that the latest occurrence may change. */
const SET_BY_OCCURRENCE: readonly MessageStatus[] = [
  'sending',
  'sent',
  'partly_sent',
  'failed',
  'missed',
]

/**
 * The status of a message after its latest occurrence changed. What a person decided stays: a canceled
 * message stays canceled, and a message with a new time waits for it. A pause lasts as long as no group has
 * got it.
 */
export function statusAfter(status: MessageStatus, occurrence: OccurrenceChange): MessageStatus {
  if (status === 'paused') {
    const reached = occurrence.status !== 'sending' && occurrence.sent + occurrence.unconfirmed > 0
    return reached ? statusOf(occurrence) : 'paused'
  }
  return SET_BY_OCCURRENCE.includes(status) ? statusOf(occurrence) : status
}

function statusOf({ status, reason, sent, total, unconfirmed }: OccurrenceChange): MessageStatus {
  if (status === 'sending') return 'sending'
  if (status === 'skipped' && reason) return skippedStatus[reason] ?? 'failed'
  if (total > 0 && sent === total && !isShort(reason)) return 'sent'
  return sent + unconfirmed > 0 ? 'partly_sent' : 'failed'
}

/** The status of a message whose occurrence was skipped as a whole, by reason. */
const skippedStatus: Partial<Record<string, MessageStatus>> = {
  late: 'missed',
  paused: 'paused',
  canceled: 'canceled',
  deleted: 'missed',
}
