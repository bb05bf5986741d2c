import { lazy, Suspense, useState, type ReactNode } from 'react'
import { Outlet, useLocation } from 'react-router'
import { useSession, useUser } from '../../api/session/useSession.ts'
import { Boundary } from '../../ui/Boundary.tsx'
import { cn } from '../../ui/cn.ts'
import { ErrorPage } from '../ErrorPage.tsx'
import { useShortcuts } from '../keys/useShortcuts.tsx'
import { DashboardProviders } from './DashboardProviders.tsx'
import { Header } from './Header.tsx'
import { useParent, useRememberedList } from './parent.ts'
import { ParentPage } from './parentPage.ts'
import { usePinned } from './pinned.ts'
import { Sidebar } from './Sidebar.tsx'
import { unansweredSendKeys } from '../unansweredSendKeys.ts'
import { SignInAgain } from './SignInAgain.tsx'

// Hardly anybody's payment fails, and hardly a page is loaded anew while a send has no answer.
const PastDue = lazy(() => import('./PastDue.tsx'))
const UnansweredSends = lazy(() => import('./UnansweredSends.tsx'))

/** The frame of the dashboard. Everything in it belongs to one person and ends with their session. */
export function Component() {
  const { uid } = useUser()
  const [left] = useState(() => unansweredSendKeys(uid).length > 0)
  return (
    <DashboardProviders key={uid}>
      <a
        href="#content"
        className="fixed top-3 left-20 z-[90] -translate-y-20 rounded-md bg-accent px-4 py-2 font-medium text-accent-ink focus:translate-y-0"
      >
        Skip to content
      </a>
      <Frame>
        <main id="content" className="flex-1">
          {/* Another page begins without the error of this one. */}
          <Boundary
            key={useLocation().pathname}
            renderFallback={(error) => <ErrorPage error={error} framed />}
          >
            <Outlet />
          </Boundary>
        </main>
      </Frame>
      <Lapsed />
      {left && (
        // Where its code does not come, the next load of the page goes on with them.
        <Boundary renderFallback={() => null}>
          <Suspense>
            <UnansweredSends />
          </Suspense>
        </Boundary>
      )}
    </DashboardProviders>
  )
}

/** The sidebar and the header around a page, and what keys do on all of them. */
function Frame({ children }: { children: ReactNode }) {
  const pinned = usePinned()
  useRememberedList()
  const { overlay, open } = useShortcuts()
  return (
    <ParentPage value={useParent()}>
      <Sidebar />
      <div className={cn('flex min-h-dvh flex-col md:pl-16', pinned && 'lg:pl-[280px]')}>
        <Header onSearch={() => open('palette')} />
        <Due />
        {children}
      </div>
      {overlay}
    </ParentPage>
  )
}

/** A payment that failed is told on every page; where the code of that does not come, the settings tell it. */
function Due() {
  if (!useUser().subscription?.graceUntil) return null
  return (
    <Boundary renderFallback={() => null}>
      <Suspense>
        <PastDue />
      </Suspense>
    </Boundary>
  )
}

function Lapsed() {
  const state = useSession()
  if (state.status !== 'signed-in' || !state.lapsed) return null
  return <SignInAgain />
}
