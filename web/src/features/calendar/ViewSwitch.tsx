import { Calendar, CalendarDays, List } from 'lucide-react'
import { Link } from '../../app/navigation/Link.tsx'
import { useSearchParams } from '../../app/navigation/useSearchParams.ts'
import { cn } from '../../ui/cn.ts'
import { type View, viewLabels, views } from './view.ts'

/** Switches between the list and the calendar. They are links, because each view has its own address. */
export function ViewSwitch({ view }: { view: View }) {
  const [search] = useSearchParams()
  return (
    <nav aria-label="View" className="max-sm:grow">
      <ul className="flex gap-1 rounded-lg border border-line bg-surface p-1">
        {views.map((name) => {
          const Icon = icons[name]
          return (
            <li key={name} className="grow">
              <Link
                to={{ search: searchFor(search, name) }}
                replace
                preventScrollReset
                aria-current={name === view ? 'page' : undefined}
                className={cn(
                  'flex h-7 items-center justify-center gap-1.5 rounded-[5px] px-2.5 pointer-coarse:h-10 font-medium whitespace-nowrap transition-colors',
                  name === view ? 'bg-hover text-ink' : 'text-muted hover:text-ink',
                )}
              >
                <Icon size={14} aria-hidden /> {viewLabels[name]}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

const icons = { list: List, month: CalendarDays, week: Calendar }

function searchFor(search: URLSearchParams, view: View): string {
  const next = new URLSearchParams(search)
  if (view === 'list') next.delete('view')
  else next.set('view', view)
  return next.toString()
}
