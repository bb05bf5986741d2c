import { Bell } from '../../features/notifications/Bell.tsx'
import { StatusDot } from '../../ui/Status.tsx'
import { ThemeToggle } from '../ThemeToggle.tsx'
import { useLiveAway } from './liveState.ts'
import { MobileMenu } from './MobileMenu.tsx'
import { SandboxMarker } from './SandboxMarker.tsx'
import { UserMenu } from './UserMenu.tsx'

/** 4 rem high, at the top of every dashboard page. */
export function Header() {
  return (
    <header className="sticky top-0 z-20 flex h-16 items-center gap-2 border-b border-line bg-canvas/90 px-4 backdrop-blur md:px-8">
      <MobileMenu />
      <SandboxMarker />
      <LiveNote />
      <div className="ml-auto flex items-center gap-2">
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

/** Says that what is seen may be old; quiet while all is well. */
function LiveNote() {
  const away = useLiveAway()
  return (
    <p role="status" className="text-sm text-muted">
      {away && (
        <span className="flex items-center gap-2">
          <StatusDot tone="warn" pulsing /> Reconnecting…
        </span>
      )}
    </p>
  )
}
