import { LogOut, Moon, Sun, X } from 'lucide-react'
import { useSession } from '../../api/session/useSession.ts'
import { Button } from '../../ui/Button.tsx'
import { cn } from '../../ui/cn.ts'
import { Logo } from '../../ui/Logo.tsx'
import { NavLink } from '../navigation/Link.tsx'
import { prefetching } from '../pages.ts'
import { paths } from '../paths.ts'
import { toggleTheme, useShownTheme } from '../theme.ts'
import { useSignOut } from '../useSignOut.ts'

/** The content of the drawer. Choosing a link closes it. */
export function DrawerLinks({ close }: { close: () => void }) {
  return (
    <>
      <div className="flex h-16 shrink-0 items-center justify-between border-b border-line px-4">
        <span className="flex items-center gap-2.5">
          <Logo />
          <span className="text-lg font-semibold tracking-tight">Carillon</span>
        </span>
        <Button variant="plain" icon aria-label="Close menu" onClick={close}>
          <X aria-hidden />
        </Button>
      </div>
      <nav aria-label="Menu" className="flex flex-1 flex-col gap-1 p-3">
        {publicLinks.map((line) => (
          <Line key={line.to} {...line} onClick={close} />
        ))}
        <hr className="mx-3 my-2 border-line" />
        <AccountLinks close={close} />
        <ThemeLine />
      </nav>
    </>
  )
}

const publicLinks = [
  { to: paths.home, label: 'Home' },
  { to: paths.features, label: 'Features' },
  { to: paths.publicPricing, label: 'Pricing' },
  { to: paths.about, label: 'About' },
]
const guests = [
  { to: paths.login, label: 'Sign in' },
  { to: paths.signup, label: 'Get Started' },
]
const members = [
  { to: paths.dashboard, label: 'Dashboard' },
  { to: paths.settings, label: 'Settings' },
]

function AccountLinks({ close }: { close: () => void }) {
  const signedIn = useSession().status === 'signed-in'
  const signOut = useSignOut()
  return (
    <>
      {(signedIn ? members : guests).map((line) => (
        <Line key={line.to} {...line} onClick={close} />
      ))}
      {signedIn && (
        <button
          type="button"
          className={cn(lineClasses, 'justify-between text-ink')}
          onClick={() => {
            close()
            signOut()
          }}
        >
          Sign out
          <LogOut size={18} aria-hidden className="text-muted" />
        </button>
      )}
    </>
  )
}

function Line({ to, label, onClick }: { to: string; label: string; onClick: () => void }) {
  return (
    <NavLink
      to={to}
      end
      onClick={onClick}
      className={({ isActive }) =>
        cn(lineClasses, isActive ? 'bg-accent-soft text-accent-text' : 'text-ink hover:bg-hover')
      }
      {...prefetching(to)}
    >
      {label}
    </NavLink>
  )
}

function ThemeLine() {
  const Icon = useShownTheme() === 'dark' ? Sun : Moon
  return (
    <button
      type="button"
      className={cn(lineClasses, 'mt-auto justify-between text-muted hover:bg-hover')}
      onClick={toggleTheme}
    >
      Toggle theme
      <Icon size={18} aria-hidden />
    </button>
  )
}

const lineClasses =
  'flex h-12 shrink-0 items-center rounded-lg px-3 text-lg font-medium transition-colors'
