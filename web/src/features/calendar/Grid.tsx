import type { ReactNode } from 'react'
import { cn } from '../../ui/cn.ts'
import { weekdays } from '../schedule/timetable.ts'
import { weekdayWords } from '../schedule/words.ts'

type GridProps = {
  weeks: string[][]
  /** The shown data is older than the request. */
  stale?: boolean
  /** The numbers of its days are centered in their columns. */
  centered?: boolean
  /** One day of the sheet; it needs a key. */
  renderDay: (date: string) => ReactNode
}

/** A sheet of whole weeks, Monday first. */
export function Grid({ weeks, stale = false, centered, renderDay }: GridProps) {
  return (
    <div
      className={cn(
        'overflow-hidden rounded-lg border border-line bg-line transition-opacity',
        stale && 'opacity-60',
      )}
    >
      <div
        aria-hidden
        className={cn(
          'grid grid-cols-7 gap-px border-b border-line bg-surface',
          centered && 'text-center',
        )}
      >
        {weekdays.map((day) => (
          <span key={day} className="px-2 py-1 text-xs font-medium text-muted">
            {weekdayWords[day].slice(0, 3)}
          </span>
        ))}
      </div>
      <div className="grid grid-cols-7 gap-px">{weeks.flat().map(renderDay)}</div>
    </div>
  )
}
