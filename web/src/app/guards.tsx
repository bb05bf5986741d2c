import { useEffect, useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { useSession } from '../api/session/useSession.ts'
import { FullScreenSpinner } from '../ui/Spinner.tsx'
import { browserHistory } from './navigation/browserHistory.ts'
import { prefetchDashboard } from './pages.ts'
import { nextPath, paths, withNext } from './paths.ts'

/** After how many milliseconds of waiting for the session the page says why it waits. */
const SLOW_MS = 5_000

/** For pages that only make sense while nobody is signed in. */
export function GuestOnly() {
  const { status } = useSession()
  const { search } = useLocation()
  if (status === 'loading') return <Resolving />
  if (status === 'signed-in') return <Navigate to={nextPath(search, location.origin)} replace />
  return <Outlet />
}

/** For the dashboard: redirects to the sign-in page, which leads back. */
export function SignedInOnly() {
  const { status } = useSession()
  const { pathname, search, key } = useLocation()
  // After a sign-out the next page is already loading: no redirect.
  const leaving = browserHistory.present().location.key !== key
  const waiting = status === 'loading'
  useEffect(() => {
    if (waiting) prefetchDashboard(pathname)
  }, [waiting, pathname])
  if (waiting || (status === 'signed-out' && leaving)) return <Resolving />
  if (status === 'signed-out') {
    return <Navigate to={withNext(paths.login, pathname + search)} replace />
  }
  return <Outlet />
}

function Resolving() {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <FullScreenSpinner
      {...(slow ? { note: 'The server does not answer yet. Trying again…' } : {})}
    />
  )
}
