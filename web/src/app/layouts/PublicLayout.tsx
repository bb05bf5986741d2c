import { lazy, Suspense } from 'react'
import { Boundary } from '../../ui/Boundary.tsx'
import { Toasts } from '../../ui/toast/Toasts.tsx'
import { PageOutlet } from '../PageOutlet.tsx'
import { useAccountDeletedNotice } from '../accountDeletedNotice.ts'
import { PublicBar } from './PublicBar.tsx'
import { PublicFooter } from './PublicFooter.tsx'

// Loaded lazily: it is rare, and the start page must stay small.
const AccountDeletedBanner = lazy(() => import('./AccountDeletedBanner.tsx'))

/** The layout of the public pages. */
export function Component() {
  return (
    <>
      <a
        href="#content"
        className="fixed top-3 left-4 z-[90] -translate-y-20 rounded-md bg-accent px-4 py-2 font-medium text-accent-ink focus:translate-y-0"
      >
        Skip to content
      </a>
      <div className="flex min-h-dvh flex-col">
        <PublicBar />
        <main id="content" className="flex-1">
          <AccountDeletedNotice />
          <PageOutlet />
        </main>
        <PublicFooter />
      </div>
      <Toasts />
    </>
  )
}

/** Confirms to a person that their account is deleted. */
function AccountDeletedNotice() {
  const notice = useAccountDeletedNotice()
  if (!notice) return null
  return (
    <Boundary renderFallback={() => null}>
      <Suspense>
        <AccountDeletedBanner {...notice} />
      </Suspense>
    </Boundary>
  )
}
