import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useSession, useUser } from '../../api/session/useSession.ts'
import { Boundary } from '../../ui/Boundary.tsx'
import { cn } from '../../ui/cn.ts'
import { PageOutlet } from '../PageOutlet.tsx'
import { useShortcuts } from '../keys/useShortcuts.tsx'
import { DashboardProviders } from './DashboardProviders.tsx'
import { Header } from './Header.tsx'
import { useParent, useRememberedList } from './parent.ts'
import { ParentPage } from './parentPage.ts'
import { usePinned } from './pinned.ts'
import { Sidebar } from './Sidebar.tsx'
import { unansweredSendKeys } from '../unansweredSendKeys.ts'
import { SignInAgain } from './SignInAgain.tsx'

// Loaded lazily: failed payments and unanswered sends are rare.
const PastDue = lazy(() => import('./PastDue.tsx'))
const UnansweredSends = lazy(() => import('./UnansweredSends.tsx'))

/** The layout of the dashboard. Everything in it belongs to one user and ends with their session. */
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
          <PageOutlet />
        </main>
      </Frame>
      <Lapsed />
      {left && (
        // If its code cannot be loaded, the sends are repeated after the next reload.
        <Boundary renderFallback={() => null}>
          <Suspense>
            <UnansweredSends />
          </Suspense>
        </Boundary>
      )}
    </DashboardProviders>
  )
}

/** The sidebar and the header around a page, and the keyboard shortcuts of all pages. */
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

/** Shows a failed payment on every page. If the code of this banner cannot be loaded, the settings still show it. */
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
