import { lazy, Suspense } from 'react'
import { useSession } from '../../api/session/useSession.ts'
import { Boundary } from '../../ui/Boundary.tsx'
import { buttonClasses } from '../../ui/Button.tsx'
import { cn } from '../../ui/cn.ts'
import { Logo } from '../../ui/Logo.tsx'
import { Link, NavLink } from '../navigation/Link.tsx'
import { prefetching } from '../pages.ts'
import { paths } from '../paths.ts'
import { ThemeToggle } from '../ThemeToggle.tsx'
import { DashboardLink } from './DashboardLink.tsx'
import { PublicDrawer } from './PublicDrawer.tsx'

// Loaded lazily: most readers are guests, who do not need it.
const Member = lazy(() => import('./PublicMember.tsx'))

/** The bar at the top of every public page. Under 768 px most of it moves into the drawer. */
export function PublicBar() {
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-canvas/90 backdrop-blur">
      <nav
        aria-label="Main"
        className="mx-auto flex h-16 max-w-[1120px] items-center gap-2 px-4 md:gap-3 md:px-8"
      >
        <PublicDrawer />
        <Link
          to={paths.home}
          aria-label="Carillon"
          className="flex items-center gap-2.5 rounded-md md:mr-3"
          {...prefetching(paths.home)}
        >
          <Logo />
          <span className="text-lg font-semibold tracking-tight max-[359px]:hidden">Carillon</span>
        </Link>
        <NavLink
          to={paths.publicPricing}
          className={({ isActive }) =>
            cn(buttonClasses({ variant: 'plain' }), 'max-md:hidden', isActive && 'text-ink')
          }
          {...prefetching(paths.publicPricing)}
        >
          Pricing
        </NavLink>
        <div className="ml-auto flex items-center gap-2">
          <div className="max-md:hidden">
            <ThemeToggle />
          </div>
          <AccountLinks />
        </div>
      </nav>
    </header>
  )
}

/** The links to sign in, or to the dashboard. Until the session is known: those of a guest, unless a member was signed in last. */
function AccountLinks() {
  const { status } = useSession()
  if (status === 'signed-in') {
    return (
      <Boundary renderFallback={() => <DashboardLink />}>
        <Suspense fallback={<DashboardLink />}>
          <Member />
        </Suspense>
      </Boundary>
    )
  }
  return (
    <div className={cn('flex gap-2', status === 'loading' && 'member:invisible')}>
      <Link
        to={paths.login}
        className={cn(buttonClasses({ variant: 'plain' }), 'max-sm:hidden')}
        {...prefetching(paths.login)}
      >
        Sign in
      </Link>
      <Link
        to={paths.signup}
        className={buttonClasses({ variant: 'primary' })}
        {...prefetching(paths.signup)}
      >
        Get Started
      </Link>
    </div>
  )
}
