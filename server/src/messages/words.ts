import type { MessageStatus } from '@carillon/contract/messages'
import { isLeftBySend, type Attention } from '@carillon/contract/wire'
import type { OccurrenceChange } from '../occurrences/port.ts'
import { CUT_SHORT, isShort, notSentCount, STOPPED_SHORT } from '../occurrences/rules.ts'
import {
  doubtWords,
  lateWords,
  missingWords,
  NO_GROUP_LEFT,
  NONE_PREPARED,
  pausedItselfWords,
  neverWrittenWords,
  restWords,
} from '../occurrences/words.ts'

/** The attention of a message in this status: what to look at, and the page where it can be solved. */
export function attentionFor(
  messageId: string,
  status: MessageStatus,
  occurrence: OccurrenceChange,
): Attention | undefined {
  if (status === 'sending') return attentionWhileSending(messageId, occurrence)
  const href = hrefOf(messageId)
  const { sent, total, unconfirmed } = occurrence
  const missing = total - sent - unconfirmed
  const cut = occurrence.reason === CUT_SHORT
  const rest = neverWrittenWords(occurrence.reason)
  switch (status) {
    case 'missed':
      return missed(messageId, occurrence)
    case 'failed':
      return {
        code: 'failed',
        text:
          occurrence.reason === 'no_groups'
            ? NO_GROUP_LEFT
            : cut && total === 0
              ? NONE_PREPARED
              : [missingWords(occurrence, total), rest].filter(Boolean).join(' '),
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
              text: [
                `${sent === 1 ? 'One group' : `${sent} groups`} got it.`,
                missing > 0 ? missingWords(occurrence, missing) : '',
                rest,
              ]
                .filter(Boolean)
                .join(' '),
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

/** The same once all groups without it were removed, of which there are `removed`: nothing can be done there any more. */
export const withoutRemoved = (attention: Attention, removed: number): Attention =>
  attention.code === 'partly_sent' && removed > 0
    ? {
        ...attention,
        text:
          removed === 1 ? REMOVED_ONE : `The ${removed} groups that did not get it were removed.`,
      }
    : attention

const REMOVED_ONE = 'The group that did not get it was removed.'

/** The same while others still wait, maybe for hours. */
export function attentionWhileSending(
  messageId: string,
  occurrence: OccurrenceChange,
): Attention | undefined {
  if (notSentCount(occurrence) === 0) return undefined
  const { unconfirmed, failed, skipped } = occurrence
  const missing = failed + skipped > 0 ? missingWords(occurrence, failed + skipped) : ''
  const doubt = unconfirmed > 0 ? doubtWords(occurrence) : ''
  return {
    code: doubt ? 'unconfirmed' : 'partly_sent',
    text: [doubt, missing].filter(Boolean).join(' ') + restWords(occurrence),
    action: { label: doubt ? 'Check and answer' : 'See why', href: hrefOf(messageId) },
  }
}

/** The time of a single message passed while it could not be sent, or while it was deleted. */
export const missed = (messageId: string, occurrence?: OccurrenceChange): Attention => ({
  code: 'missed',
  text:
    (occurrence && lateWords(occurrence)) ??
    'It was not sent: its time had passed before it could go out.',
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
      text: `Its last time was missed. ${lateWords(occurrence) ?? 'The server could not send it then.'}`,
      action: { label: 'Send now', href: hrefOf(messageId) },
    }
  }
  return reason === 'no_groups' ? noGroups(messageId) : undefined
}

/** No group of a series can be reached: it pauses. */
export const noGroups = (messageId: string): Attention => ({
  code: 'no_groups',
  text: `${NO_GROUP_LEFT} It was paused.`,
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
    pausedItselfWords(failures),
    ...(occurrence.missed ? [missingWords(occurrence, occurrence.total)] : []),
  ].join(' '),
  action: { label: 'Fix', href: hrefOf(messageId) },
})

export const isDismissible = ({ code }: Attention, status: MessageStatus): boolean =>
  status !== 'sending' && isLeftBySend(code)

const hrefOf = (messageId: string) => `/dashboard/messages/edit/${messageId}`

/** The planner gave up on a message. */
export const cannotBePlanned = (messageId: string, reason: string): Attention => ({
  code: 'not_planned',
  text: `${reason} It was paused.`,
  action: { label: 'Open', href: hrefOf(messageId) },
})

/** The text of a bell item about the end of a send, after a later send has reached all its groups. */
export const SENT_AFTER_ALL = 'Settled: it was sent to all of its groups after that.'
