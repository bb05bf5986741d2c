import { CalendarDays, Search } from 'lucide-react'
import { Bell } from '../../features/notifications/Bell.tsx'
import { Button, buttonClasses } from '../../ui/Button.tsx'
import { cn } from '../../ui/cn.ts'
import { StatusDot } from '../../ui/Status.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { Key, PALETTE_KEY } from '../keys/Key.tsx'
import { Link } from '../navigation/Link.tsx'
import { prefetching } from '../pages.ts'
import { CALENDAR, paths } from '../paths.ts'
import { ThemeToggle } from '../ThemeToggle.tsx'
import { useLiveAway } from './liveState.ts'
import { MobileMenu } from './MobileMenu.tsx'
import { SandboxMarker } from './SandboxMarker.tsx'
import { UserMenu } from './UserMenu.tsx'

/** 4 rem high, at the top of every dashboard page. `onSearch` opens the search for pages, messages and groups. */
export function Header({ onSearch }: { onSearch: () => void }) {
  return (
    <header className="sticky top-0 z-20 flex h-16 items-center gap-2 border-b border-line bg-canvas/90 px-4 backdrop-blur md:px-8">
      <MobileMenu />
      <SandboxMarker />
      <LiveNote />
      <div className="ml-auto flex items-center gap-1 md:gap-2">
        <SearchButton onPress={onSearch} />
        <CalendarLink />
        <div className="hidden md:block">
          <ThemeToggle />
        </div>
        <Bell />
        <div className="hidden md:block">
          <UserMenu />
        </div>
      </div>
    </header>
  )
}

function SearchButton({ onPress }: { onPress: () => void }) {
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={onPress}
        className="mr-1 flex h-9 w-56 items-center gap-2 rounded-md border border-line bg-surface pr-1.5 pl-3 text-muted shadow-card transition-colors hover:border-line-strong hover:text-ink max-lg:hidden"
      >
        <Search size={16} aria-hidden />
        <span className="flex-1 text-left">Search</span>
        <Key>{PALETTE_KEY}</Key>
      </button>
      <Tooltip text="Search">
        <Button
          variant="plain"
          icon
          aria-label="Search"
          aria-haspopup="dialog"
          className="lg:hidden"
          onClick={onPress}
        >
          <Search size={20} aria-hidden />
        </Button>
      </Tooltip>
    </>
  )
}

function CalendarLink() {
  return (
    <Tooltip text="Calendar">
      <Link
        to={CALENDAR}
        aria-label="Calendar"
        className={cn(buttonClasses({ variant: 'plain', icon: true }), 'max-[359px]:hidden')}
        {...prefetching(paths.scheduled)}
      >
        <CalendarDays size={20} aria-hidden />
      </Link>
    </Tooltip>
  )
}

/** Says that the page may be out of date, while live updates are missing. */
function LiveNote() {
  const away = useLiveAway()
  return (
    <p role="status" className="text-sm text-muted">
      {away && (
        <span className="flex items-center gap-2">
          <StatusDot tone="warn" pulsing />
          <span className="max-sm:sr-only">Reconnecting…</span>
        </span>
      )}
    </p>
  )
}
