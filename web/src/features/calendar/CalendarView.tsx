import type { Send } from '@carillon/contract/calendar'
import { useEffect, useState } from 'react'
import { errorWords } from '../../api/errors.ts'
import { useUser } from '../../api/session/useSession.ts'
import { useSearchParams } from '../../app/navigation/useSearchParams.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { useNow } from '../../ui/time/useNow.ts'
import { localOf } from '../schedule/when.ts'
import { ActionDialog } from './ActionDialog.tsx'
import { Agenda } from './Agenda.tsx'
import { CalendarHead } from './CalendarHead.tsx'
import { DayDialog } from './DayDialog.tsx'
import { monthWords, rangeWords } from './days.ts'
import { filtersIn, queryOf } from './filters.ts'
import type { Aim } from './fold.ts'
import { followMove, stopFollowing } from './focus.ts'
import { LoadingGrid } from './LoadingGrid.tsx'
import { MonthGrid } from './MonthGrid.tsx'
import { PhoneMonth } from './PhoneMonth.tsx'
import { useCalendar } from './queries.ts'
import { sendKey } from './sends.ts'
import { movedBy } from './slots.ts'
import { useGoTo } from './useGoTo.ts'
import { useMove } from './useMove.ts'
import { useNarrow } from './useNarrow.ts'
import { useSendActions } from './useSendActions.ts'
import { dateIn, fromThisWeek, type View, weeksOf } from './view.ts'
import { WeekGrid } from './WeekGrid.tsx'

/** A month or a week of all sends, in the user's time zone. */
export default function CalendarView({ view }: { view: View }) {
  const [search] = useSearchParams()
  const { timeZone } = useUser()
  const now = localOf(new Date(useNow()), timeZone)
  const today = now.slice(0, 10)
  const date = dateIn(search, today)
  const filters = filtersIn(search)
  // Past weeks are shown by a button, only for the month in which it was pressed.
  const [back, setBack] = useState<string>()
  const month = view === 'month' ? date.slice(0, 7) : undefined
  const whole = weeksOf(view, date)
  const ahead = month && back !== month ? fromThisWeek(whole, today) : undefined
  const weeks = ahead ?? whole
  const days = weeks.flat()
  const calendar = useCalendar(days[0] ?? date, days.at(-1) ?? date, timeZone, queryOf(filters))
  const goTo = useGoTo(today)
  const { moveTo, withMoves, announced } = useMove(timeZone)
  const { onAct, asked, onAnswered } = useSendActions()
  const [opened, setOpened] = useState<{ date: string; aim: Aim | undefined }>()
  const narrow = useNarrow()
  useEffect(() => stopFollowing, [])

  const byDate = new Map(
    calendar.data && withMoves(calendar.data).days.map((day) => [day.date, day]),
  )
  const shown = { weeks, byDate, today, month: ahead ? undefined : month, now }
  const onOpen = (date: string, aim?: Aim) => setOpened({ date, aim })
  const acts = { onOpen, onAct, moveTo, onArrow }
  const stale = calendar.isPlaceholderData

  function onArrow(send: Send, key: string): boolean {
    const local = movedBy(key, send.local, view)
    if (local) void followMove(sendKey(send), local.slice(0, 10), moveTo(send, local), goTo)
    return local !== undefined
  }

  return (
    <section aria-label="Calendar" className="grid gap-3">
      <CalendarHead
        title={ahead || view === 'week' ? rangeWords(days) : monthWords(date)}
        view={view}
        date={date}
        today={today}
        filters={filters}
        {...(ahead ? { onEarlier: () => setBack(month) } : {})}
      />
      {calendar.isError && !calendar.data ? (
        <Banner
          tone="danger"
          title="The calendar could not be loaded"
          action={<Button onClick={() => void calendar.refetch()}>Retry</Button>}
        >
          {errorWords(calendar.error)}
        </Banner>
      ) : calendar.isPending ? (
        <LoadingGrid rows={weeks.length} />
      ) : narrow ? (
        month ? (
          <PhoneMonth {...shown} {...acts} />
        ) : (
          <Agenda {...shown} {...acts} />
        )
      ) : month ? (
        <MonthGrid {...shown} {...acts} stale={stale} />
      ) : (
        <WeekGrid {...shown} {...acts} stale={stale} />
      )}
      {!narrow && (
        <p className="text-sm text-muted">
          Drag a send to another {month ? 'day' : 'hour'}, or press Alt and an arrow key on it.
        </p>
      )}
      <p role="status" className="sr-only">
        {announced}
      </p>
      <DayDialog
        day={opened && (byDate.get(opened.date) ?? { date: opened.date, count: 0, sends: [] })}
        aim={opened?.aim}
        only={queryOf(filters)}
        onClose={() => setOpened(undefined)}
        onAct={onAct}
      />
      <ActionDialog asked={asked} onClose={onAnswered} onMove={moveTo} />
    </section>
  )
}
