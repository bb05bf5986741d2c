import { zoneCity } from '@carillon/contract/zones'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useUser } from '../../api/session/useSession.ts'
import { Button } from '../../ui/Button.tsx'
import { FilterBar } from './FilterBar.tsx'
import type { Filters } from './filters.ts'
import { useGoTo } from './useGoTo.ts'
import { stepped, type View } from './view.ts'

type CalendarHeadProps = {
  /** The name of the days that */
  title: string
  view: View
  date: string
  today: string
  filters: Filters
  /** Shows the past weeks of the month; undefined if none is left out. */
  onEarlier?: () => void
}

/** The heading: the shown month or week, buttons to move on, and the filters. */
export function CalendarHead(props: CalendarHeadProps) {
  const { title, view, date, today, filters, onEarlier } = props
  const { timeZone } = useUser()
  const go = useGoTo(today)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="mr-auto flex flex-wrap items-center gap-x-2 max-sm:w-full">
        <h2 aria-live="polite" className="text-lg font-semibold">
          {title}
        </h2>
        <span className="flex items-center max-sm:ml-auto">
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
          <Button size="sm" className="ml-1" onClick={() => go(today)}>
            Today
          </Button>
        </span>
        <span className="text-sm text-muted">All times in {zoneCity(timeZone)}</span>
        {onEarlier && (
          <Button size="sm" variant="plain" onClick={onEarlier}>
            Earlier weeks
          </Button>
        )}
      </div>
      <FilterBar filters={filters} />
    </div>
  )
}
