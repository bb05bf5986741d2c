import { Link, Outlet } from 'react-router'
import { useSession } from '../../api/session/useSession.ts'
import { buttonLook } from '../../ui/Button.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { paths } from '../paths.ts'
import { ThemeToggle } from '../ThemeToggle.tsx'

/** The frame of the pages anybody can see. */
export function Component() {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="sticky top-0 z-20 border-b border-line bg-canvas/90 backdrop-blur">
        <nav
          aria-label="Main"
          className="mx-auto flex h-16 max-w-[1120px] items-center gap-2 px-4 md:px-8"
        >
          <Link to={paths.home} className="mr-auto flex items-center gap-2.5 rounded-md">
            <Logo />
            <span className="text-lg font-semibold tracking-tight">Carillon</span>
          </Link>
          <ThemeToggle />
          <Doors />
        </nav>
      </header>
      <main className="flex-1">
        <Outlet />
      </main>
      <footer className="border-t border-line">
        <p className="mx-auto max-w-[1120px] px-4 py-6 text-sm text-muted md:px-8">
          Carillon is free software under the AGPL-3.0.
        </p>
      </footer>
    </div>
  )
}

/** In: for guests. On: for who is signed in. While nobody knows yet, the place is kept. */
function Doors() {
  const { status } = useSession()
  if (status === 'signed-in') {
    return (
      <Link to={paths.dashboard} className={buttonLook({ variant: 'primary' })}>
        Dashboard
      </Link>
    )
  }
  return (
    <div className={status === 'loading' ? 'invisible flex gap-2' : 'flex gap-2'}>
      <Link to={paths.login} className={buttonLook({ variant: 'plain' })}>
        Sign in
      </Link>
      <Link to={paths.signup} className={buttonLook({ variant: 'primary' })}>
        Get Started
      </Link>
    </div>
  )
}
