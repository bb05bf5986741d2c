import type { MessageSummary } from '@carillon/contract/messages'
import { dayName } from '../../../ui/time/words.ts'
import type { Tab } from '../tabs.ts'
import { localOf } from '../../schedule/when.ts'
import { timeOf } from '../timeOf.ts'
import { isWaiting } from '../words.ts'

/** The messages under one heading of a list; `date` is the day of the heading. */
export type Part = { heading: string; date?: string; messages: MessageSummary[] }

/**
 * Groups the messages of a tab by day. Upcoming: first what is being sent, then by time, paused or not. Past: by the
 * last change. The other tabs have no days.
 */
export function byDay(messages: MessageSummary[], tab: Tab, timeZone: string, now: number): Part[] {
  if (tab === 'attention' || tab === 'drafts') return [{ heading: '', messages }]
  const placed = messages.map((message) => {
    const at = tab === 'upcoming' ? timeOf(message) : message.updatedAt
    const sending = message.status === 'sending'
    if (sending) {
      const waits = isWaiting(message)
      return { message, order: waits ? ' ' : '', heading: waits ? WAITING : SENDING }
    }
    if (!at) return { message, order: '~', heading: TIMELESS }
    const date = localOf(new Date(at), timeZone).slice(0, 10)
    return { message, order: at, heading: dayName(at, timeZone, now), date }
  })
  if (tab === 'upcoming')
    placed.sort((a, b) => (a.order < b.order ? -1 : a.order > b.order ? 1 : 0))
  const parts: Part[] = []
  for (const { message, heading, date } of placed) {
    const last = parts.at(-1)
    if (last?.heading === heading) last.messages.push(message)
    else parts.push({ heading, ...(date ? { date } : {}), messages: [message] })
  }
  return parts
}

const SENDING = 'Being sent'
const WAITING = 'Waiting'
const TIMELESS = 'No time'
