import { lazy, Suspense } from 'react'
import { Outlet } from 'react-router'
import { Boundary } from '../../ui/Boundary.tsx'
import { Toasts } from '../../ui/toast/Toasts.tsx'
import { useSignOffNotice } from '../signOffNotice.ts'
import { PublicBar } from './PublicBar.tsx'
import { PublicFooter } from './PublicFooter.tsx'

// Few are told it, and the start is light.
const SignOffBanner = lazy(() => import('./SignOffNotice.tsx'))

/** The frame of the pages anybody can see. */
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
          <SignOffNotice />
          <Outlet />
        </main>
        <PublicFooter />
      </div>
      <Toasts />
    </>
  )
}

/** What somebody is told who has just left for good. */
function SignOffNotice() {
  const notice = useSignOffNotice()
  if (!notice) return null
  return (
    <Boundary renderFallback={() => null}>
      <Suspense>
        <SignOffBanner {...notice} />
      </Suspense>
    </Boundary>
  )
}
