import { LogOut, Menu as MenuIcon, Moon, Settings, Sun, X } from 'lucide-react'
import { startTransition, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { cn } from '../../ui/cn.ts'
import { Logo } from '../../ui/Logo.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { Link, NavLink } from '../navigation/Link.tsx'
import { paths } from '../paths.ts'
import { toggleTheme, useShownTheme } from '../theme.ts'
import { useSignOut } from '../useSignOut.ts'
import { dashboardLinks } from './links.ts'
import { UserAvatar, UserNames } from './UserMenu.tsx'

/** Under 768 px: the whole window becomes the menu. */
export function MobileMenu() {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const signOut = useSignOut()
  return (
    <div className="flex items-center gap-2 md:hidden">
      <Button
        variant="plain"
        icon
        aria-label="Open menu"
        aria-expanded={open}
        // The button responds at once; rendering the menu may take a slow phone some frames.
        onClick={() => startTransition(() => setOpen(true))}
      >
        <MenuIcon aria-hidden />
      </Button>
      <Sheet open={open} onOpenChange={setOpen} title="Menu" className="w-full">
        <div className="flex h-16 shrink-0 items-center justify-between border-b border-line px-4">
          <Link to={paths.home} onClick={close} className="flex items-center gap-2.5">
            <Logo />
            <span className="text-lg font-semibold tracking-tight">Carillon</span>
          </Link>
          <Button variant="plain" icon aria-label="Close menu" onClick={close}>
            <X aria-hidden />
          </Button>
        </div>
        <nav aria-label="Dashboard" className="grid shrink-0 gap-1 p-3">
          {dashboardLinks.map(({ to, label, icon: Icon }) => (
            <NavLink
              key={to}
              to={to}
              onClick={close}
              className={({ isActive }) =>
                cn(lineClasses, isActive ? 'bg-accent-soft text-accent-text' : 'text-ink')
              }
            >
              <Icon aria-hidden />
              {label}
            </NavLink>
          ))}
        </nav>
        <div className="mt-auto grid shrink-0 gap-1 border-t border-line p-3">
          <Link to={paths.settings} onClick={close} className={lineClasses}>
            <Settings aria-hidden className="text-muted" />
            Settings
          </Link>
          <ThemeLine />
          <button
            type="button"
            className={lineClasses}
            onClick={() => {
              close()
              signOut()
            }}
          >
            <LogOut aria-hidden className="text-muted" />
            Sign out
          </button>
          <div className="flex items-center gap-3 p-3">
            <UserAvatar />
            <UserNames className="min-w-0" />
          </div>
        </div>
      </Sheet>
    </div>
  )
}

function ThemeLine() {
  const Icon = useShownTheme() === 'dark' ? Sun : Moon
  return (
    <button type="button" className={lineClasses} onClick={toggleTheme}>
      <Icon aria-hidden className="text-muted" />
      Toggle theme
    </button>
  )
}

const lineClasses = 'flex h-12 items-center gap-4 rounded-lg px-3 text-lg font-medium'
