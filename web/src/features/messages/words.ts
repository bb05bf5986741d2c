import type { Occurrence } from '@carillon/contract/deliveries'
import { plain } from '@carillon/contract/content/markup'
import type { CycleStatus } from '@carillon/contract/cycles'
import type { Message, MessageStatus, MessageSummary } from '@carillon/contract/messages'
import { isLeftBySend } from '@carillon/contract/wire'
import type { Tone } from '../../ui/Status.tsx'
import { oneLineOf } from '../compose/content/line.ts'
import { withVariableNames } from '../compose/content/withVariableNames.ts'
import { clockTime, dayName } from '../../ui/time/words.ts'
import { count } from '../../ui/words.ts'
import { quietWords, waitWords } from '../groups/delayWords.ts'

/** How much of a text a list shows, in characters; the rest is one press away. */
const PREVIEW_MAX = 160

/** What a message is called in a list: its title, else how its text begins. */
export function previewOf({ title, content }: Pick<Message, 'title' | 'content'>): string {
  const text = plain(oneLineOf(content)).replaceAll(/\s+/g, ' ').trim()
  // By characters, not their halves.
  const start = Array.from(text.slice(0, 2 * PREVIEW_MAX)).slice(0, PREVIEW_MAX)
  return withVariableNames(title || start.join('')) || 'No text yet'
}

/** A state in words; `moving` if it will change by itself. */
export type Words = { label: string; tone: Tone; moving?: true }

/** A message's state in words. */
export const messageWords: Record<MessageStatus, Words> = {
  draft: { label: 'Draft', tone: 'neutral' },
  scheduled: { label: 'Scheduled', tone: 'info' },
  active: { label: 'On', tone: 'good' },
  sending: { label: 'Sending', tone: 'busy', moving: true },
  sent: { label: 'Sent', tone: 'good' },
  partly_sent: { label: 'Partly sent', tone: 'warn' },
  failed: { label: 'Failed', tone: 'danger' },
  missed: { label: 'Missed', tone: 'warn' },
  paused: { label: 'Paused', tone: 'neutral' },
  finished: { label: 'Finished', tone: 'neutral' },
  canceled: { label: 'Cancelled', tone: 'neutral' },
}

/** The state of this message in words: what only waits for the rules of its groups is not being sent. */
export function stateWords(message: Pick<Message, 'status' | 'occurrence' | 'attention'>): Words {
  if (isWaiting(message)) return { label: 'Waiting', tone: 'neutral' }
  const { status, attention, occurrence } = message
  if (status === 'sent' && occurrence && occurrence.deleted > 0) {
    return isGone(occurrence) ? DELETED : { label: 'Partly deleted', tone: 'neutral' }
  }
  // Nobody knows of any group that has it.
  if (status === 'partly_sent' && occurrence?.sent === 0) return UNCONFIRMED
  // Nothing was tried: rules of its groups passed over it.
  if (status === 'failed' && occurrence?.status === 'skipped' && occurrence.skipped > 0) {
    return SKIPPED
  }
  return (status === 'active' && troubleWords(attention)) || messageWords[status]
}

/** Whether all sent copies were deleted. */
export const isGone = ({ sent, deleted }: Pick<Occurrence, 'sent' | 'deleted'>): boolean =>
  deleted > 0 && deleted >= sent

/** In how many groups what was sent is deleted again: `Deleted in 2 of 3 groups`; empty where that is none or all. */
export const deletedWords = ({ occurrence }: Pick<Message, 'occurrence'>): string =>
  occurrence && occurrence.deleted > 0 && !isGone(occurrence)
    ? `Deleted in ${occurrence.deleted} of ${count(occurrence.sent, 'group')}`
    : ''

/** Whether its attention can be dismissed: a send that is over has left it. */
export const isDismissible = ({
  status,
  attention,
}: Pick<Message, 'attention'> & { status: MessageStatus | CycleStatus }): boolean =>
  status !== 'sending' && isLeftBySend(attention?.code ?? '')

/** What a message that is over says in most of its groups: the text as it was edited, if the edit has reached them. */
export function mostlySaid({
  status,
  content,
  occurrence,
}: Pick<Message, 'status' | 'content' | 'occurrence'>): Message['content'] {
  if (status !== 'sent' && status !== 'partly_sent') return content
  const { edited, changes = [], sent = 0 } = occurrence ?? {}
  const edit = changes.findLast(({ kind, at }) => kind === 'edit' && at === edited?.at)
  return edited && edit && edit.done * 2 > sent ? edited.content : content
}

/** What rules of groups or a person passed over. */
export const SKIPPED: Words = { label: 'Skipped', tone: 'neutral' }

/** What is in doubt: its answer was lost. */
export const UNCONFIRMED: Words = { label: 'May have been sent', tone: 'warn' }

/** What was sent, and is deleted from its groups again. */
export const DELETED: Words = { label: 'Deleted', tone: 'neutral' }

/** The state of a series whose last run did not arrive as it should, in the words that its runs have. */
export function troubleWords(attention: Message['attention']): Words | undefined {
  switch (attention?.code) {
    case 'failed':
      return { label: 'Last run failed', tone: 'danger' }
    case 'partly_sent':
    case 'unconfirmed':
      return { label: 'Last run partly sent', tone: 'warn' }
    case 'missed':
      return { label: 'Last run missed', tone: 'warn' }
    default:
      return undefined
  }
}

/** Whether all that is left of it waits for the rules of its groups. */
export const isWaiting = ({
  status,
  occurrence,
}: Pick<Message, 'status' | 'occurrence'>): boolean =>
  status === 'sending' && occurrence !== null && occurrence.waiting?.count === occurrence.pending

/**
 * What of an occurrence waits for rules of its groups: `1 group waits until 08:00: quiet hours`, or, when others
 * have got it or failed, `1 of 2 groups · the other at 08:00 (quiet hours)`; empty when none does. If the last of them
 * waits for something else than the first, both are told.
 */
export function waitingWords(
  occurrence: Pick<Occurrence, 'waiting' | 'sent' | 'failed' | 'skipped' | 'total' | 'pending'>,
  timeZone: string,
  now: number,
  reach?: Message['reach'],
): string {
  const { waiting, failed, skipped, pending } = occurrence
  if (!waiting) return ''
  const { count: groups, until, lastUntil = until, code, lastCode = code } = waiting
  const timeOf = (instant: string) => {
    const day = dayName(instant, timeZone, now)
    const clock = clockTime(instant, timeZone)
    return day === 'Today' ? clock : `${day.replace(/^Tomorrow$/, 'tomorrow')}, ${clock}`
  }
  const at = timeOf(until)
  const others =
    lastCode === code ? '' : `, the last until ${timeOf(lastUntil)}: ${waitWords[lastCode]}`
  const { groups: sent, of } = reach ?? { groups: occurrence.sent, of: occurrence.total }
  // Of several that wait for the same gap, only one goes at its end.
  const isEarliest = code === 'gap'
  if (sent + failed === 0) {
    const all = count(groups, 'group')
    return `${all} ${groups === 1 ? 'waits' : 'wait'}${lastUntil > until || others ? ', the first' : ''}${isEarliest ? ' at least' : ''} until ${at}: ${waitWords[code]}${others}`
  }
  const rest =
    groups < pending ? count(groups, 'group') : groups === 1 ? 'the other' : `the other ${groups}`
  return [
    `${sent} of ${count(of, 'group')}`,
    failed > 0 && `${failed} failed`,
    skipped > 0 && `${skipped} skipped`,
    `${rest} ${groups === 1 && !isEarliest ? 'at' : 'from'} ${at} (${waitWords[code]}${others})`,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** How many of its groups have a message from an earlier send, or may have it; empty for one that begins. */
export function reachWords({ reach }: Pick<Message, 'reach'>): string {
  if (!reach || reach.groups === 0) return ''
  const { unsure } = reach
  const sure = reach.groups - unsure
  const all = count(reach.of, 'group')
  if (sure === 0) return `${unsure} of ${all} may have it`
  const have = `${sure} of ${all} ${reach.of === 1 ? 'has' : 'have'} it`
  return unsure > 0 ? `${have}, ${unsure} may` : have
}

/** Why a message has no group: all but drafts had one. */
export const noGroupWords = ({
  status,
  occurrence,
}: Pick<Message, 'status' | 'occurrence'>): string =>
  status === 'draft'
    ? 'No group chosen'
    : occurrence && occurrence.total > 1
      ? 'Its groups were removed'
      : 'Its group was removed'

/** What is told when a message was sent now: what quiet hours keep back is not being sent. */
export function sentNowWords(
  { quietNow, groupCount }: Pick<MessageSummary, 'quietNow' | 'groupCount'>,
  timeZone: string,
): { title: string; description?: string } {
  if (!quietNow) return { title: 'Sending now' }
  const all = quietNow.held + quietNow.skipped >= groupCount
  const nothing = quietNow.held > 0 ? 'It waits for quiet hours to end' : 'Not sent: quiet hours'
  return {
    title: all ? nothing : 'Sending now',
    description: quietWords(quietNow, timeZone),
  }
}

/** How far an occurrence is: `5 of 12 sent, 1 deleted again, 1 failed`. Nothing while nothing has happened yet. */
export function progressWords(occurrence: Occurrence): string {
  const { total, sent, deleted, failed, skipped, unconfirmed } = occurrence
  const rest = [
    deleted > 0 ? `${deleted} deleted again` : '',
    failed > 0 ? `${failed} failed` : '',
    skipped > 0 ? `${skipped} skipped` : '',
    unconfirmed > 0 ? `${unconfirmed} unconfirmed` : '',
  ].filter(Boolean)
  return [`${sent} of ${total} sent`, ...rest].join(', ')
}

/**
 * Whether a message can get other words, groups or another time. Not while a delivery is unconfirmed: a person has to
 * answer that first, because the changed message would go only to groups that certainly did not get it. Nor once the
 * groups without it were removed.
 */
export const canEdit = ({
  status,
  occurrence,
  reach,
}: Pick<Message, 'status' | 'occurrence' | 'reach'>) =>
  !['sending', 'sent', 'canceled'].includes(status) &&
  !(status === 'partly_sent' && ((occurrence?.unconfirmed ?? 0) > 0 || reach?.left === 0))

/** Whether it went out at once, or is about to, with no time of its own. */
export const isSentAtOnce = ({ status, schedule, occurrence }: SentState) =>
  ['sending', 'sent', 'partly_sent', 'failed'].includes(status) && !schedule && occurrence !== null

/** The same, and some or all of its groups did not get it. */
export const isLeftOver = (message: SentState) =>
  (message.status === 'partly_sent' || message.status === 'failed') && isSentAtOnce(message)

type SentState = Pick<Message, 'status' | 'schedule' | 'occurrence'>

/** States in which its time is still to come; in all others it is over, or never comes. */
export const isAhead = (status: MessageStatus) =>
  status === 'scheduled' || status === 'active' || status === 'paused'

/** Whether copies of it are on their way or waiting for their turn. */
export const isSending = ({ occurrence }: Pick<Message, 'occurrence'>) =>
  occurrence?.status === 'sending' && occurrence.pending > 0
