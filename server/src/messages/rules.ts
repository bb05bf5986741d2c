import type { MessageKind, MessageStatus } from '@carillon/contract/messages'
import type { Attention } from '@carillon/contract/wire'
import { AppError } from '../platform/errors.ts'
import type { Settled } from '../occurrences/port.ts'
import { CUT_SHORT, isShort, STOPPED_SHORT } from '../occurrences/rules.ts'
import { doubtWords, missingWords } from '../occurrences/words.ts'

/** What may happen to a message that is sent once: from which states, and what it is then. */
const once = {
  /** Saved as a draft: what was to come is taken back. Of one that had its time, for the groups without it. */
  save: {
    draft: 'draft',
    scheduled: 'draft',
    paused: 'draft',
    partly_sent: 'draft',
    failed: 'draft',
    missed: 'draft',
  },
  /** Saved as active: its time is set, for the first time or anew. */
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
  /** Sent now. Not what some groups have already: they would get it twice. */
  sendNow: {
    draft: 'sending',
    scheduled: 'sending',
    paused: 'sending',
    failed: 'sending',
    missed: 'sending',
  },
  except: {},
} as const satisfies Transitions

/** The same of a series. Sending it once more now does not touch it. */
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

/** What a message is after this; throws `conflict` in words when it cannot be done to it now. */
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

/** A message becomes another kind only while nothing of it was sent: what was has its own history. */
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
 * Throws `conflict` while a paused message has a copy on the wire: a group that gets it after all would
 * get it once more with whatever follows. The answer is a matter of seconds.
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

/** The places of a message that it has not reached; one that has all of its topics is left out. */
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

/** Throws `conflict` while the deliveries of a series are still being written: they go to the groups it has. */
export function requireWhole(latest: { fanOutFrom: number | null } | undefined): void {
  if (!latest || latest.fanOutFrom === null) return
  throw new AppError('conflict', 'It is being prepared for sending. Try again in a moment.')
}

/** States in which the latest occurrence says what the message is. */
const TOLD_BY_OCCURRENCE: readonly MessageStatus[] = [
  'sending',
  'sent',
  'partly_sent',
  'failed',
  'missed',
]

/**
 * What a message is once its latest occurrence stands like this. A person's own word stays: canceled
 * is canceled, and a message given a new time waits for that. A pause lasts while nobody has got it.
 */
export function statusAfter(status: MessageStatus, settled: Settled): MessageStatus {
  if (status === 'paused') {
    const reached = settled.status !== 'sending' && settled.sent + settled.unconfirmed > 0
    return reached ? statusOf(settled) : 'paused'
  }
  return TOLD_BY_OCCURRENCE.includes(status) ? statusOf(settled) : status
}

function statusOf({ status, reason, sent, total, unconfirmed }: Settled): MessageStatus {
  if (status === 'sending') return 'sending'
  if (status === 'skipped' && reason) return skippedStatus[reason] ?? 'failed'
  if (total > 0 && sent === total && !isShort(reason)) return 'sent'
  return sent + unconfirmed > 0 ? 'partly_sent' : 'failed'
}

/** What a message is when all of its occurrence was passed over for one reason. */
const skippedStatus: Partial<Record<string, MessageStatus>> = {
  late: 'missed',
  paused: 'paused',
  canceled: 'canceled',
  deleted: 'missed',
}

/** What a person should look at in this state, in words, with the page that mends it. */
export function attentionFor(
  messageId: string,
  status: MessageStatus,
  settled: Settled,
): Attention | undefined {
  const href = hrefOf(messageId)
  const { sent, total, unconfirmed } = settled
  const missing = total - sent - unconfirmed
  const cut = settled.reason === CUT_SHORT
  const rest = notAll[settled.reason ?? ''] ?? ''
  switch (status) {
    case 'missed':
      return missed(messageId)
    case 'failed':
      return {
        code: 'failed',
        text:
          settled.reason === 'no_groups'
            ? 'It has no group left to go to.'
            : cut
              ? 'It could not be prepared for sending, and no group got it.'
              : missingWords(settled, total),
        action: { label: 'Fix', href },
      }
    case 'partly_sent':
      return unconfirmed > 0
        ? {
            code: 'unconfirmed',
            text: [doubtWords(settled), missing > 0 ? missingWords(settled, missing) : '', rest]
              .filter(Boolean)
              .join(' '),
            action: { label: 'Check and answer', href },
          }
        : isShort(settled.reason)
          ? {
              code: cut ? CUT_SHORT : STOPPED_SHORT,
              text: `${sent === 1 ? 'One group' : `${sent} groups`} got it. ${rest}`,
              action: { label: 'Reschedule', href },
            }
          : {
              code: 'partly_sent',
              text: missingWords(settled, missing),
              action: { label: 'Retry failed', href },
            }
    default:
      return undefined
  }
}

/** A single message whose time came while it could not go out. */
export const missed = (messageId: string): Attention => ({
  code: 'missed',
  text: 'It was not sent: its time had passed before it could go out.',
  action: { label: 'Reschedule', href: hrefOf(messageId) },
})

/** The same of a series, which its latest occurrence says and the next good one takes back. */
export function seriesAttention(messageId: string, settled: Settled): Attention | undefined {
  const { status, reason } = settled
  if (status === 'failed') return attentionFor(messageId, 'failed', settled)
  if (status === 'partly') return attentionFor(messageId, 'partly_sent', settled)
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

/** A series that can reach nobody stops. */
export const noGroups = (messageId: string): Attention => ({
  code: 'no_groups',
  text: 'It has no group left to go to. It was paused.',
  action: { label: 'Choose groups', href: hrefOf(messageId) },
})

/** What waits for its time has lost all of its groups; it can be given others before then. */
export const noGroupsLeft = (messageId: string): Attention => ({
  code: 'no_groups',
  text: 'Its groups were removed, and it has none left to go to.',
  action: { label: 'Choose groups', href: hrefOf(messageId) },
})

/** A series that failed so often in a row that it stopped itself, lastly for this. */
export const pausedItself = (messageId: string, failures: number, settled: Settled): Attention => ({
  code: 'paused_itself',
  text: [
    failures === 1
      ? 'It failed, so it paused itself.'
      : `It failed ${failures} times in a row, so it paused itself.`,
    ...(settled.missed ? [missingWords(settled, settled.total)] : []),
  ].join(' '),
  action: { label: 'Fix', href: hrefOf(messageId) },
})

const hrefOf = (messageId: string) => `/dashboard/messages/edit/${messageId}`

/** What a person should look at when the planner gave up on a message. */
export const cannotBePlanned = (messageId: string, reason: string): Attention => ({
  code: 'not_planned',
  text: `${reason} It was paused.`,
  action: { label: 'Open', href: hrefOf(messageId) },
})

/** What is said of the groups that nothing was written down for. */
const notAll: Partial<Record<string, string>> = {
  [CUT_SHORT]: 'For the rest of them it could not be prepared.',
  [STOPPED_SHORT]: 'It was stopped before it was prepared for the rest of them.',
}
