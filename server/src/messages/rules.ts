import type { MessageKind, MessageStatus } from '@carillon/contract/messages'
import type { Attention } from '@carillon/contract/wire'
import { AppError } from '../platform/errors.ts'
import type { OccurrenceChange } from '../occurrences/port.ts'
import { CUT_SHORT, isShort, STOPPED_SHORT } from '../occurrences/rules.ts'
import { doubtWords, missingWords } from '../occurrences/words.ts'

/**
 * The status of a single message after each action; an action is refused in a status that is missing here.
 */
const once = {
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
const again = {
  save: { draft: 'draft', active: 'draft', paused: 'draft', finished: 'draft' },
  schedule: { draft: 'active', active: 'active', paused: 'active', finished: 'active' },
  pause: { active: 'paused', paused: 'paused' },
  resume: { paused: 'active' },
  cancel: {},
  sendNow: { draft: 'draft', active: 'active', paused: 'paused', finished: 'finished' },
  /** One of its slots is changed. */
  except: { active: 'active', paused: 'paused', finished: 'active' },
} as const satisfies Transitions

export type Verb = keyof typeof once
type Transitions = Record<string, Partial<Record<MessageStatus, MessageStatus>>>

/**
 * The status of a message after an action; throws `conflict`, with words, if the action is not possible now.
 */
export function move(verb: Verb, { kind, status }: Stands): MessageStatus {
  const to: Transitions[string] = (kind === 'automated' ? again : once)[verb]
  const next = to[status]
  if (!next) throw new AppError('conflict', refusal(verb, { kind, status }))
  return next
}

export type Stands = { kind: MessageKind; status: MessageStatus }

function refusal(verb: Verb, { kind, status }: Stands): string {
  const changes = verb === 'save' || verb === 'schedule'
  if (kind === 'automated') return seriesRefusals[verb]
  if (status === 'sending') {
    return changes
      ? 'This message is being sent right now. Wait until it is done, or pause it first.'
      : 'This message is being sent already.'
  }
  if (status === 'sent') return 'This message has been sent. Duplicate it to send it again.'
  if (status === 'canceled') return 'This message was canceled. Duplicate it to use it again.'
  return refusals[verb]
}

const refusals: Record<Verb, string> = {
  save: 'This message cannot be made a draft now.',
  schedule: 'This message cannot be scheduled now.',
  pause: 'Only a message that is scheduled or being sent can be paused.',
  resume: 'Only a paused message can be resumed.',
  cancel: 'Only a message that is still to be sent can be canceled.',
  sendNow:
    'Some groups have this message already. Try the others again one by one, or duplicate it.',
  except: 'A message that is sent once has no other times. Give it a new one instead.',
}

const seriesRefusals: Record<Verb, string> = {
  save: 'This message cannot be made a draft now.',
  schedule: 'This message cannot be activated now.',
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
  { kind, status }: Stands,
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

/**
 * Throws `conflict` while the deliveries of a series are still being written, because they are written to its
 * present groups.
 */
export function requireWhole(latest: { fanOutFrom: number | null } | undefined): void {
  if (!latest || latest.fanOutFrom === null) return
  throw new AppError('conflict', 'It is being prepared for sending. Try again in a moment.')
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

/** The attention of a message in this status: what to look at, and the page where it can be solved. */
export function attentionFor(
  messageId: string,
  status: MessageStatus,
  occurrence: OccurrenceChange,
): Attention | undefined {
  const href = hrefOf(messageId)
  const { sent, total, unconfirmed } = occurrence
  const missing = total - sent - unconfirmed
  const cut = occurrence.reason === CUT_SHORT
  const rest = notAll[occurrence.reason ?? ''] ?? ''
  switch (status) {
    case 'missed':
      return missed(messageId)
    case 'failed':
      return {
        code: 'failed',
        text:
          occurrence.reason === 'no_groups'
            ? 'It has no group left to go to.'
            : cut
              ? 'It could not be prepared for sending, and no group got it.'
              : missingWords(occurrence, total),
        action: { label: 'Fix', href },
      }
    case 'partly_sent':
      return unconfirmed > 0
        ? {
            code: 'unconfirmed',
            text: [
              doubtWords(occurrence),
              missing > 0 ? missingWords(occurrence, missing) : '',
              rest,
            ]
              .filter(Boolean)
              .join(' '),
            action: { label: 'Check and answer', href },
          }
        : isShort(occurrence.reason)
          ? {
              code: cut ? CUT_SHORT : STOPPED_SHORT,
              text: `${sent === 1 ? 'One group' : `${sent} groups`} got it. ${rest}`,
              action: { label: 'Reschedule', href },
            }
          : {
              code: 'partly_sent',
              text: missingWords(occurrence, missing),
              action: { label: 'Retry failed', href },
            }
    default:
      return undefined
  }
}

/** The time of a single message passed while it could not be sent. */
export const missed = (messageId: string): Attention => ({
  code: 'missed',
  text: 'It was not sent: its time had passed before it could go out.',
  action: { label: 'Reschedule', href: hrefOf(messageId) },
})

/** The same for a series, from its latest occurrence; a good occurrence clears it. */
export function seriesAttention(
  messageId: string,
  occurrence: OccurrenceChange,
): Attention | undefined {
  const { status, reason } = occurrence
  if (status === 'failed') return attentionFor(messageId, 'failed', occurrence)
  if (status === 'partly') return attentionFor(messageId, 'partly_sent', occurrence)
  if (status !== 'skipped') return undefined
  if (reason === 'late') {
    return {
      code: 'missed',
      text: 'Its last time was missed: the server could not send it then.',
      action: { label: 'Send now', href: hrefOf(messageId) },
    }
  }
  return reason === 'no_groups' ? noGroups(messageId) : undefined
}

/** No group of a series can be reached: it pauses. */
export const noGroups = (messageId: string): Attention => ({
  code: 'no_groups',
  text: 'It has no group left to go to. It was paused.',
  action: { label: 'Choose groups', href: hrefOf(messageId) },
})

/** A waiting message has no group left; the user can add groups before its time. */
export const noGroupsLeft = (messageId: string): Attention => ({
  code: 'no_groups',
  text: 'Its groups were removed, and it has none left to go to.',
  action: { label: 'Choose groups', href: hrefOf(messageId) },
})

/** A series paused itself after this many failures in a row; `occurrence` is the last one. */
export const pausedItself = (
  messageId: string,
  failures: number,
  occurrence: OccurrenceChange,
): Attention => ({
  code: 'paused_itself',
  text: [
    failures === 1
      ? 'It failed, so it paused itself.'
      : `It failed ${failures} times in a row, so it paused itself.`,
    ...(occurrence.missed ? [missingWords(occurrence, occurrence.total)] : []),
  ].join(' '),
  action: { label: 'Fix', href: hrefOf(messageId) },
})

const hrefOf = (messageId: string) => `/dashboard/messages/edit/${messageId}`

/** The planner gave up on a message. */
export const cannotBePlanned = (messageId: string, reason: string): Attention => ({
  code: 'not_planned',
  text: `${reason} It was paused.`,
  action: { label: 'Open', href: hrefOf(messageId) },
})

/** The words about groups for which no delivery was written. */
const notAll: Partial<Record<string, string>> = {
  [CUT_SHORT]: 'For the rest of them it could not be prepared.',
  [STOPPED_SHORT]: 'It was stopped before it was prepared for the rest of them.',
}
