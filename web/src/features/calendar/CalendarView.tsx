import type { Send } from '@carillon/contract/calendar'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { errorWords } from '../../api/errors.ts'
import { useUser } from '../../api/session/useSession.ts'
import { useSearchParams } from '../../app/navigation/useSearchParams.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { useNow } from '../../ui/time/useNow.ts'
import { zoneCity } from '../../ui/time/words.ts'
import { localOf } from '../schedule/when.ts'
import { Agenda } from './Agenda.tsx'
import { DayDialog } from './DayDialog.tsx'
import { monthWords, weekWords } from './days.ts'
import { Grid } from './Grid.tsx'
import { LoadingGrid } from './LoadingGrid.tsx'
import { MoveDialog } from './MoveDialog.tsx'
import { useCalendar } from './queries.ts'
import { useMove } from './useMove.ts'
import { useNarrow } from './useNarrow.ts'
import { dateIn, stepped, type View, weeksOf } from './view.ts'

/** A month or a week of everything that is sent, in the person's zone. */
export default function CalendarView({ view }: { view: View }) {
  const [search, setSearch] = useSearchParams()
  const { timeZone } = useUser()
  const today = localOf(new Date(useNow()), timeZone).slice(0, 10)
  const date = dateIn(search, today)
  const weeks = weeksOf(view, date)
  const days = weeks.flat()
  const calendar = useCalendar(days[0] ?? date, days.at(-1) ?? date, timeZone)
  const { move, moveToDay, announced } = useMove(timeZone)
  const [opened, setOpened] = useState<string>()
  const [moving, setMoving] = useState<Send>()
  const narrow = useNarrow()

  const go = (to: string) =>
    setSearch(
      (present) => {
        const next = new URLSearchParams(present)
        if (to === today) next.delete('date')
        else next.set('date', to)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  const byDate = new Map(calendar.data?.days.map((day) => [day.date, day]))
  const shown = { weeks, byDate, today, month: view === 'month' ? date.slice(0, 7) : undefined }
  const acts = { onOpen: setOpened, onMove: setMoving, moveToDay }

  return (
    <section aria-label="Calendar" className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <h2 aria-live="polite" className="mr-auto text-lg font-semibold">
          {view === 'week' ? weekWords(date) : monthWords(date)}
        </h2>
        <span className="text-sm text-muted">Times of {zoneCity(timeZone)}</span>
        <Button size="sm" onClick={() => go(today)}>
          Today
        </Button>
        <span className="flex">
          <Button
            variant="plain"
            size="sm"
            icon
            aria-label={`Previous ${view}`}
            onClick={() => go(stepped(view, date, -1))}
          >
            <ChevronLeft size={18} aria-hidden />
          </Button>
          <Button
            variant="plain"
            size="sm"
            icon
            aria-label={`Next ${view}`}
            onClick={() => go(stepped(view, date, 1))}
          >
            <ChevronRight size={18} aria-hidden />
          </Button>
        </span>
      </div>
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
        <Agenda {...shown} {...acts} />
      ) : (
        <Grid {...shown} {...acts} stale={calendar.isPlaceholderData} />
      )}
      <p role="status" className="sr-only">
        {announced}
      </p>
      <DayDialog
        day={opened ? (byDate.get(opened) ?? { date: opened, count: 0, sends: [] }) : undefined}
        onClose={() => setOpened(undefined)}
        onMove={setMoving}
      />
      <MoveDialog send={moving} onClose={() => setMoving(undefined)} onMove={move} />
    </section>
  )
}
