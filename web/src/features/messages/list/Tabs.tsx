import { Link } from '../../../app/navigation/Link.tsx'
import { useSearchParams } from '../../../app/navigation/useSearchParams.ts'
import { cn } from '../../../ui/cn.ts'
import { withCommas } from '../../../ui/words.ts'
import { useCounts } from '../queries.ts'
import { type Tab, tabCount, tabLabels, tabs } from '../tabs.ts'

/** The tabs, as links, because each has an address. A tab shows its number of messages. */
export function Tabs({ tab }: { tab: Tab }) {
  const [search] = useSearchParams()
  const counts = useCounts('scheduled').data
  return (
    <nav aria-label="Which messages" className="w-full sm:w-auto">
      <ul className="grid grid-cols-2 gap-1 rounded-lg border border-line bg-surface p-1 sm:flex sm:w-max">
        {tabs.map((name) => (
          <li key={name}>
            <Link
              to={{ search: searchFor(search, name) }}
              replace
              preventScrollReset
              aria-current={name === tab ? 'page' : undefined}
              className={cn(
                'flex h-7 items-center gap-1.5 rounded-[5px] px-2.5 pointer-coarse:h-10 font-medium whitespace-nowrap transition-colors',
                name === tab ? 'bg-hover text-ink' : 'text-muted hover:text-ink',
              )}
            >
              {tabLabels[name]}
              <Count n={counts ? tabCount(name, counts) : 0} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Count({ n }: { n: number }) {
  if (n === 0) return null
  return (
    <span data-tabular className="text-xs font-normal text-muted">
      {withCommas(n)}
    </span>
  )
}

function searchFor(search: URLSearchParams, tab: Tab): string {
  const next = new URLSearchParams(search)
  next.set('tab', tab)
  return next.toString()
}
