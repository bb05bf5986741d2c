import type { DeliveryStatus, Occurrence } from '@carillon/contract/deliveries'
import { plain } from '@carillon/contract/content/markup'
import type { Message, MessageStatus } from '@carillon/contract/messages'
import type { Tone } from '../../ui/Status.tsx'

/** How much of a text a list shows, in characters; the rest is one press away. */
const PREVIEW_MAX = 160

/** What a message is called in a list: its title, else how its text begins. */
export function previewOf({ title, content }: Pick<Message, 'title' | 'content'>): string {
  const text = plain(content.text).replaceAll(/\s+/g, ' ').trim()
  return title || text.slice(0, PREVIEW_MAX) || 'No text yet'
}

type Words = { label: string; tone: Tone; moving?: true }

/** A message's state in words. */
export const messageWords: Record<MessageStatus, Words> = {
  draft: { label: 'Draft', tone: 'neutral' },
  scheduled: { label: 'Scheduled', tone: 'accent' },
  active: { label: 'On', tone: 'good' },
  sending: { label: 'Sending', tone: 'accent', moving: true },
  sent: { label: 'Sent', tone: 'good' },
  partly_sent: { label: 'Partly sent', tone: 'warn' },
  failed: { label: 'Failed', tone: 'danger' },
  missed: { label: 'Missed', tone: 'warn' },
  paused: { label: 'Paused', tone: 'neutral' },
  finished: { label: 'Finished', tone: 'neutral' },
  suspended: { label: 'Suspended', tone: 'warn' },
  canceled: { label: 'Cancelled', tone: 'neutral' },
}

/** A delivery's state in words. */
export const deliveryWords: Record<DeliveryStatus, Words> = {
  queued: { label: 'Waiting for its turn', tone: 'neutral' },
  sending: { label: 'Sending', tone: 'accent', moving: true },
  waiting: { label: 'Waiting', tone: 'neutral' },
  held: { label: 'On hold', tone: 'warn' },
  sent: { label: 'Sent', tone: 'good' },
  failed: { label: 'Failed', tone: 'danger' },
  skipped: { label: 'Skipped', tone: 'neutral' },
  unconfirmed: { label: 'May have been sent', tone: 'warn' },
}

/** How far an occurrence is: `5 of 12 sent, 1 failed`. Nothing while nothing has happened yet. */
export function progressWords(occurrence: Occurrence): string {
  const { total, sent, failed, skipped, unconfirmed } = occurrence
  const rest = [
    failed > 0 ? `${failed} failed` : '',
    skipped > 0 ? `${skipped} skipped` : '',
    unconfirmed > 0 ? `${unconfirmed} unconfirmed` : '',
  ].filter(Boolean)
  return [`${sent} of ${total} sent`, ...rest].join(', ')
}

/** How late something was accepted, worth a word from ten seconds on. */
export function latenessWords(ms: number | null): string {
  if (ms === null || ms < 10_000) return ''
  const seconds = Math.round(ms / 1_000)
  return seconds < 90 ? `${seconds} seconds late` : `${Math.round(seconds / 60)} minutes late`
}

/** States in which a message can be given other words, groups or another time. */
export const canEdit = (status: MessageStatus) => !['sending', 'sent', 'canceled'].includes(status)

/** Whether copies of it are on their way or waiting for their turn. */
export const isSending = ({ occurrence }: Pick<Message, 'occurrence'>) =>
  occurrence?.status === 'sending' && occurrence.pending > 0
