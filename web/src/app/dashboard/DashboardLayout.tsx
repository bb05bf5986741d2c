import { Outlet, useLocation } from 'react-router'
import { useSession, useUser } from '../../api/session/useSession.ts'
import { Boundary } from '../../ui/Boundary.tsx'
import { ErrorPage } from '../ErrorPage.tsx'
import { DashboardProviders } from './DashboardProviders.tsx'
import { Header } from './Header.tsx'
import { Sidebar } from './Sidebar.tsx'
import { SignInAgain } from './SignInAgain.tsx'

/** The frame of the dashboard. Everything in it belongs to one person and ends with their session. */
export function Component() {
  return (
    <DashboardProviders key={useUser().uid}>
      <a
        href="#content"
        className="fixed top-3 left-20 z-[90] -translate-y-20 rounded-md bg-accent px-4 py-2 font-medium text-accent-ink focus:translate-y-0"
      >
        Skip to content
      </a>
      <Sidebar />
      <div className="flex min-h-dvh flex-col md:pl-16">
        <Header />
        <main id="content" className="flex-1">
          {/* Another page begins without the error of this one. */}
          <Boundary
            key={useLocation().pathname}
            renderFallback={(error) => <ErrorPage error={error} framed />}
          >
            <Outlet />
          </Boundary>
        </main>
      </div>
      <Lapsed />
    </DashboardProviders>
  )
}

function Lapsed() {
  const state = useSession()
  if (state.status !== 'signed-in' || !state.lapsed) return null
  return <SignInAgain />
}
