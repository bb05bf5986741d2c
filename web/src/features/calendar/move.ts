import type { getCalendar, Send } from '@carillon/contract/calendar'
import type { DataOf } from '@carillon/contract/endpoint'
import { sendKey } from './sends.ts'

export type CalendarData = DataOf<typeof getCalendar>
export type CalendarDay = CalendarData['days'][number]

/** A send that goes to another instant, which is `local` in the shown zone. */
export type Move = { send: Send; at: string; local: string }

/** Whether a send can be moved: it is still to come. */
export const isMovable = ({ status, slotAt, changed }: Send) =>
  status === 'planned' && slotAt !== null && changed !== 'skipped'

/** The calendar after a send has moved. */
export function withMoved(calendar: CalendarData, { send, at, local }: Move): CalendarData {
  const key = sendKey(send)
  const without = calendar.days.map((day) => {
    const sends = day.sends.filter((other) => sendKey(other) !== key)
    return { ...day, sends, count: day.count - (day.sends.length - sends.length) }
  })
  const moved: Send = { ...send, at, local }
  const date = local.slice(0, 10)
  const target = without.find((day) => day.date === date) ?? { date, count: 0, sends: [] }
  const filled = {
    ...target,
    count: target.count + 1,
    sends: [...target.sends, moved].toSorted((a, b) => a.at.localeCompare(b.at)),
  }
  const days = [...without.filter((day) => day.date !== date), filled]
  return {
    ...calendar,
    days: days.filter(({ count }) => count > 0).toSorted((a, b) => a.date.localeCompare(b.date)),
  }
}
