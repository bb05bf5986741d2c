import { type KeyboardEvent, useEffect, useRef } from 'react'
import { cn } from '../../ui/cn.ts'
import { wallClock } from '../../ui/time/words.ts'
import type { CalendarActions } from './actions.ts'
import { DayNumber } from './DayNumber.tsx'
import { dayWords, shortDayWords } from './days.ts'
import { Dragging } from './Dragging.tsx'
import { HourSlot } from './HourSlot.tsx'
import type { CalendarDay } from './move.ts'
import type { CalendarSheet } from './sheet.ts'
import { countWords, moreWords } from './words.ts'
import { firstHour, HOURS, nextSlot, slotOf } from './slots.ts'

type WeekGridProps = CalendarSheet &
  CalendarActions & {
    stale: boolean
    /** The present local time: `2026-12-01T09:41`. */
    now: string
  }

/** A week by hours, with a line at the present time. Coming sends can be dragged to another hour. */
export function WeekGrid({ weeks, byDate, today, now, stale, ...acts }: WeekGridProps) {
  const [week = []] = weeks
  // The Tab key stops at one of all slots; arrow keys move on from there.
  const stop = week
    .flatMap((date) => HOURS.map((hour) => slotOf(date, hour)))
    .find((slot) => slot > now.slice(0, 13) && slot.slice(11) >= '09')
  const [begin = ''] = week
  const opened = useOpenedAt(stale ? '' : begin, firstHour(week, byDate, now))
  return (
    <Dragging moveTo={acts.moveTo}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- The links in it handle the key events. */}
      <div
        ref={opened}
        onKeyDown={moveBetweenSlots}
        className={cn(
          'max-h-[max(24rem,calc(100dvh-14rem))] scroll-pt-9 overflow-auto rounded-lg border border-line bg-surface transition-opacity',
          stale && 'opacity-60',
        )}
      >
        <div className="grid min-w-[40rem] grid-cols-[4.75rem_repeat(7,minmax(0,1fr))] grid-rows-[auto_repeat(24,minmax(1.625rem,auto))]">
          <div aria-hidden className="row-span-full grid grid-rows-subgrid">
            <span className={head} />
            {HOURS.map((hour) => (
              <span
                key={hour}
                data-hour={hour}
                className="border-t border-line/60 px-2 pt-0.5 text-right text-xs whitespace-nowrap text-muted tabular-nums"
              >
                {wallClock(`${hour}:00`)}
              </span>
            ))}
          </div>
          {week.map((date) => (
            <DayColumn
              key={date}
              date={date}
              day={byDate.get(date)}
              today={today}
              now={now}
              stop={stop}
              {...acts}
            />
          ))}
        </div>
      </div>
    </Dragging>
  )
}

type DayColumnProps = CalendarActions & {
  date: string
  day: CalendarDay | undefined
  today: string
  now: string
  stop: string | undefined
}

function DayColumn({ date, day, today, now, stop, ...acts }: DayColumnProps) {
  const listed = day?.sends.length ?? 0
  return (
    <section
      aria-label={`${dayWords(date)}${day ? `, ${countWords(day)}` : ''}`}
      className={cn(
        'row-span-full grid grid-rows-subgrid border-l border-line',
        date < today && 'bg-canvas/60',
      )}
    >
      <header className={cn(head, 'flex flex-wrap items-center justify-center gap-x-1 py-1')}>
        <span aria-hidden className="text-xs font-medium whitespace-nowrap text-muted">
          {shortDayWords(date)}
        </span>
        <DayNumber date={date} today={today} onOpen={acts.onOpen} />
        {day?.atLeast && (
          <button
            type="button"
            data-tabular
            onClick={() => acts.onOpen(date)}
            className="rounded-md px-1 text-xs whitespace-nowrap text-muted hover:bg-hover hover:text-ink"
          >
            {moreWords(day.count - listed, day)}
          </button>
        )}
      </header>
      {HOURS.map((hour) => (
        <HourSlot key={hour} slot={slotOf(date, hour)} day={day} now={now} stop={stop} {...acts} />
      ))}
    </section>
  )
}

/** The days stay visible above their hours. */
const head = 'sticky top-0 z-20 bg-surface'

/** Scrolls a week to an hour after its sends have loaded; later sends scroll nothing. */
function useOpenedAt(week: string, hour: string) {
  const grid = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { current } = grid
    const top = (of: string) =>
      current?.querySelector<HTMLElement>(`[data-hour="${of}"]`)?.offsetTop ?? 0
    if (current && week) current.scrollTop = top(hour) - top('00')
    // oxlint-disable-next-line react/exhaustive-deps
  }, [week])
  return grid
}

function moveBetweenSlots(event: KeyboardEvent<HTMLElement>) {
  const { key, target, currentTarget } = event
  const slot = target instanceof HTMLElement ? target.dataset['slot'] : undefined
  const next = slot && !event.altKey ? nextSlot(slot, key) : undefined
  if (!next) return
  event.preventDefault()
  currentTarget.querySelector<HTMLElement>(`[data-slot="${next}"]`)?.focus()
}
