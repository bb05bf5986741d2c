import { channelFacts } from '@carillon/contract/channels'
import type { ChannelKind } from '@carillon/contract/config'
import type { Delivery, DeliveryStatus } from '@carillon/contract/deliveries'
import { SKIPPED, UNCONFIRMED, type Words } from '../words.ts'

// What only the list of deliveries says: the lists of messages load nothing of this.

/**
 * Why a copy has not arrived: of a group that was removed only the first sentence, since the others say what could be
 * done about it.
 */
export const reasonWords = (reason: string | undefined, isRemoved: boolean): string | undefined =>
  isRemoved ? (reason && /^.*?[.!?](?=\s|$)/.exec(reason)?.[0]) || reason : reason

/** What happens to an unconfirmed copy that is sent again. */
export const onceMoreWords = (channel: ChannelKind): string =>
  channelFacts[channel].guarantee === 'once'
    ? 'Then it is sent again. Phones that got it before show nothing new, even if it was deleted there.'
    : 'Then it is sent again. If it is there already, the group gets it twice.'

/** How late something was accepted, worth a word from ten seconds on. */
const latenessWords = (ms: number | null): string =>
  ms === null || ms < 10_000 ? '' : latenessInWords(ms)

/** How late something was accepted: `0.2 seconds late`, `5 minutes late`. */
export function latenessInWords(ms: number): string {
  if (ms < 1_000) return 'Within the second'
  const seconds = Math.round(ms / 1_000)
  if (seconds < 90) return `${seconds} ${seconds === 1 ? 'second' : 'seconds'} late`
  const minutes = Math.round(seconds / 60)
  return minutes < 90 ? `${minutes} minutes late` : `${Math.round(minutes / 60)} hours late`
}

/**
 * How punctual something was: `on time`, `5 minutes late`. What a person had tried again is due anew at that
 * moment, and its first time is long gone: then it says that instead.
 */
export const punctualWords = (delivery: Timed): string =>
  isRetried(delivery) ? 'on a later try' : latenessWords(delivery.latenessMs) || 'on time'

/** How many members have it, as far as their phones tell. */
export const memberWords = ({
  delivered,
  read,
  members,
}: NonNullable<Delivery['memberReceipts']>): string =>
  `Delivered ${delivered} · read ${read}${members === null ? '' : ` of ${members}`}`

/** Whether a person retried the delivery before its time. */
export const isRetried = ({ attempts, dueAt }: Pick<Timed, 'attempts' | 'dueAt'>): boolean =>
  attempts.some(({ openedAt }) => Date.parse(openedAt) < Date.parse(dueAt))

type Timed = Pick<Delivery, 'attempts' | 'dueAt' | 'latenessMs'>

/** A delivery's state in words. */
export const deliveryWords: Record<DeliveryStatus, Words> = {
  queued: { label: 'Waiting for its turn', tone: 'neutral' },
  sending: { label: 'Sending', tone: 'busy', moving: true },
  waiting: { label: 'Waiting', tone: 'neutral' },
  held: { label: 'On hold', tone: 'warn' },
  sent: { label: 'Sent', tone: 'good' },
  failed: { label: 'Failed', tone: 'danger' },
  skipped: SKIPPED,
  unconfirmed: UNCONFIRMED,
}
