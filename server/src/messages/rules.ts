import type { MessageStatus } from '@carillon/contract/messages'
import type { Attention } from '@carillon/contract/wire'
import type { Settled } from '../deliveries/port.ts'
import { AppError } from '../platform/errors.ts'

/** What may happen to a message: from which states, and what it is then. */
const transitions = {
  /** Saved as a draft: what was to come is taken back. */
  save: { draft: 'draft', scheduled: 'draft', paused: 'draft' },
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
} as const satisfies Record<string, Partial<Record<MessageStatus, MessageStatus>>>

export type Verb = keyof typeof transitions

/** What a message is after this; throws `conflict` in words when it cannot be done to it now. */
export function move(verb: Verb, status: MessageStatus): MessageStatus {
  const to: Partial<Record<MessageStatus, MessageStatus>> = transitions[verb]
  const next = to[status]
  if (!next) throw new AppError('conflict', refusal(verb, status))
  return next
}

function refusal(verb: Verb, status: MessageStatus): string {
  const changes = verb === 'save' || verb === 'schedule'
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
  save: 'This message has had its time. Give it a new one, or duplicate it.',
  schedule: 'This message cannot be scheduled now.',
  pause: 'Only a message that is scheduled or being sent can be paused.',
  resume: 'Only a paused message can be resumed.',
  cancel: 'Only a message that is still to be sent can be canceled.',
  sendNow:
    'Some groups have this message already. Try the others again one by one, or duplicate it.',
}

/**
 * Throws `conflict` while a paused message has a copy on the wire: a group that gets it after all would
 * get it once more with whatever follows. The answer is a matter of seconds.
 */
export function requireLanded(
  status: MessageStatus,
  latest: { finishedAt: Date | null } | undefined,
): void {
  if (status !== 'paused' || !latest || latest.finishedAt) return
  throw new AppError(
    'conflict',
    'A copy of this message is still on its way. Try again in a moment.',
  )
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
  if (total > 0 && sent === total) return 'sent'
  return sent + unconfirmed > 0 ? 'partly_sent' : 'failed'
}

/** What a message is when all of its occurrence was passed over for one reason. */
const skippedStatus: Partial<Record<string, MessageStatus>> = {
  late: 'missed',
  paused: 'paused',
  canceled: 'canceled',
}

/** What a person should look at in this state, in words, with the page that mends it. */
export function attentionFor(
  messageId: string,
  status: MessageStatus,
  settled: Settled,
): Attention | undefined {
  const href = `/dashboard/messages/edit/${messageId}`
  const { sent, total, unconfirmed } = settled
  const missing = total - sent - unconfirmed
  switch (status) {
    case 'missed':
      return {
        code: 'missed',
        text: 'It was not sent: its time had passed before it could go out.',
        action: { label: 'Reschedule', href },
      }
    case 'failed':
      return {
        code: 'failed',
        text: settled.reason === 'no_groups' ? 'It has no group left to go to.' : nobody(total),
        action: { label: 'See why', href },
      }
    case 'partly_sent':
      return unconfirmed > 0
        ? {
            code: 'unconfirmed',
            text: mayHaveIt(unconfirmed, missing, total),
            action: { label: 'Check and answer', href },
          }
        : {
            code: 'partly_sent',
            text: `${ofAll(missing, total)} did not get it.`,
            action: { label: 'Retry failed', href },
          }
    default:
      return undefined
  }
}

/** What a person should look at when the planner gave up on a message. */
export const cannotBePlanned = (messageId: string, reason: string): Attention => ({
  code: 'not_planned',
  text: `${reason} It was paused.`,
  action: { label: 'Open', href: `/dashboard/messages/edit/${messageId}` },
})

const nobody = (total: number) =>
  total === 1 ? 'The group did not get it.' : `None of the ${total} groups got it.`

const mayHaveIt = (unconfirmed: number, missing: number, total: number) =>
  `${ofAll(unconfirmed, total)} may have it: the network did not answer.` +
  (missing > 0 ? ` ${ofAll(missing, total)} did not get it.` : '')

const ofAll = (n: number, total: number) => (total === 1 ? 'The group' : `${n} of ${total} groups`)
