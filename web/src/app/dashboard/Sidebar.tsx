import { ChevronsLeft, ChevronsRight, Pin, PinOff, type LucideIcon } from 'lucide-react'
import { use, useRef } from 'react'
import { useLocation } from 'react-router'
import { cn } from '../../ui/cn.ts'
import { Logo } from '../../ui/Logo.tsx'
import { Link } from '../navigation/Link.tsx'
import { prefetching } from '../pages.ts'
import { paths } from '../paths.ts'
import { dashboardLinks } from './links.ts'
import { ParentPage } from './parentPage.ts'
import { setPinned, usePinned } from './pinned.ts'
import { useSidebar } from './useSidebar.ts'

/**
 * 64 px wide; 280 px while the pointer or the focus is in it, or after a tap. The wide sidebar covers the page, so that
 * nothing moves, and closes when a page is chosen. On wide windows it can be pinned: it stays wide, next to the page.
 */
export function Sidebar() {
  const sidebar = useRef<HTMLElement>(null)
  const pinned = usePinned()
  const { wide, opened, open, close, handlers } = useSidebar(sidebar)
  return (
    <aside
      ref={sidebar}
      {...handlers}
      data-wide={wide || undefined}
      data-pinned={pinned || undefined}
      className="group fixed inset-y-0 left-0 z-30 hidden w-16 flex-col overflow-hidden border-r border-line bg-surface transition-[width,box-shadow] duration-150 data-wide:w-[280px] data-wide:shadow-pop md:flex lg:data-pinned:w-[280px] lg:data-pinned:shadow-none"
    >
      <Link
        to={paths.home}
        onClick={close}
        className={cn(lineClasses, 'h-16 shrink-0 text-ink')}
        aria-label="Carillon"
      >
        <Logo />
        <span className={cn(labelClasses, 'text-lg font-semibold tracking-tight')}>Carillon</span>
      </Link>
      <Pages onChoose={close} />
      <div className="mt-auto mb-3 grid">
        <Toggle
          className="max-lg:hidden"
          icon={pinned ? PinOff : Pin}
          label={pinned ? 'Unpin sidebar' : 'Pin sidebar'}
          pressed={pinned}
          onPress={() => {
            setPinned(!pinned)
            if (pinned) close()
          }}
        />
        <Toggle
          className="lg:hidden"
          icon={opened ? ChevronsLeft : ChevronsRight}
          label={opened ? 'Close sidebar' : 'Open sidebar'}
          expanded={opened}
          onPress={opened ? close : open}
        />
      </div>
    </aside>
  )
}

/** The five links. The present page is marked, or its parent. */
function Pages({ onChoose }: { onChoose: () => void }) {
  const { pathname } = useLocation()
  const parent = use(ParentPage)
  return (
    <nav aria-label="Dashboard" className="mt-3 grid gap-1">
      {dashboardLinks.map(({ to, label, icon: Icon }) => {
        const current = pathname === to ? 'page' : parent?.path === to ? 'true' : undefined
        return (
          <Link
            key={to}
            to={to}
            {...prefetching(to)}
            {...(current ? { 'aria-current': current } : {})}
            onClick={onChoose}
            className={cn(
              lineClasses,
              'h-11 hover:text-ink',
              current ? 'text-ink before:bg-hover' : 'text-muted hover:before:bg-hover',
            )}
          >
            {current && (
              <span
                aria-hidden
                className="absolute inset-y-2 left-0 w-[3px] rounded-r-full bg-accent-text"
              />
            )}
            <Icon aria-hidden className="relative shrink-0" />
            <span className={labelClasses}>{label}</span>
          </Link>
        )
      })}
    </nav>
  )
}

type ToggleProps = {
  icon: LucideIcon
  label: string
  pressed?: boolean
  expanded?: boolean
  className: string
  onPress: () => void
}

function Toggle({ icon: Icon, label, pressed, expanded, className, onPress }: ToggleProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={pressed}
      aria-expanded={expanded}
      onClick={onPress}
      className={cn(
        lineClasses,
        'h-11 text-left text-muted hover:text-ink hover:before:bg-hover',
        className,
      )}
    >
      <Icon size={20} aria-hidden className="relative mx-0.5 shrink-0" />
      <span className={labelClasses}>{label}</span>
    </button>
  )
}

const lineClasses =
  'relative flex w-full items-center gap-5 pl-5 transition-colors before:absolute before:inset-y-0 before:inset-x-2.5 before:rounded-lg before:transition-colors focus-visible:-outline-offset-4'

const labelClasses =
  'relative font-medium whitespace-nowrap opacity-0 transition-opacity group-data-wide:opacity-100 lg:group-data-pinned:opacity-100'
