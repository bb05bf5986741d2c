import type { SlotMark } from '@carillon/contract/schedule'
import type { Day } from './days.ts'
import type { SourceKind } from '../occurrences/port.ts'

/** A send before anything is known of what it says. */
export type BareSend = {
  source: SourceKind
  sourceId: string
  at: number
  slotAt: Date | null
  status: 'planned' | 'sending' | 'done' | 'partly' | 'failed' | 'skipped'
  reason: string | null
  occurrenceId: string | null
  mark?: SlotMark
  changed?: 'moved' | 'skipped'
  /** Until when the first of it waits, if all that is left of it waits. */
  waitsUntil?: Date | null
}

/** Sends by day, each day in the order of time. Days without any are left out. */
export function byDay(days: readonly Day[], sends: readonly BareSend[]) {
  const sorted = sends.toSorted((a, b) => a.at - b.at || compare(a.sourceId, b.sourceId))
  let next = 0
  return days.flatMap((day) => {
    while (next < sorted.length && sorted[next]!.at < day.from) next++
    const first = next
    while (next < sorted.length && sorted[next]!.at < day.to) next++
    return next > first ? [{ day, sends: sorted.slice(first, next) }] : []
  })
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
