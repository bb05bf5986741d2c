import { Suspense, useEffect } from 'react'
import { Navigate, Route, Routes, useLocation } from 'react-router'
import { CheckoutReturn } from '../features/pricing/CheckoutReturn.tsx'
import { FullScreenSpinner, Spinner } from '../ui/Spinner.tsx'
import { toast } from '../ui/toast/store.ts'
import { GuestOnly, SignedInOnly } from './guards.tsx'
import { useNavigating } from './navigation/pending.ts'
import { pages } from './pages.ts'
import { useHead } from './useHead.ts'
import { paths, SIGN_IN_ALIAS } from './paths.ts'

/** The routes: which page is at which address, and who may see it. */
export function App() {
  useHead()
  return (
    <>
      <Suspense fallback={<FullScreenSpinner />}>
        <Routes>
          <Route element={<pages.publicLayout />}>
            <Route path={paths.home} element={<pages.landing />} />
            <Route path={paths.features} element={<pages.features />} />
            <Route path={paths.publicPricing} element={<pages.publicPricing />} />
            <Route path={paths.about} element={<pages.about />} />
          </Route>
          <Route element={<GuestOnly />}>
            <Route element={<pages.identityLayout />}>
              <Route path={paths.login} element={<pages.login />} />
              <Route path={paths.signup} element={<pages.signup />} />
              <Route path={paths.forgotPassword} element={<pages.forgotPassword />} />
              <Route path={paths.passwordReset} element={<pages.passwordReset />} />
            </Route>
          </Route>
          <Route element={<SignedInOnly />}>
            <Route path={paths.dashboard} element={<RedirectKeepingQuery to={paths.automated} />} />
            <Route element={<pages.dashboardLayout />}>
              <Route path={paths.automated} element={<pages.automated />} />
              <Route path={paths.scheduled} element={<pages.scheduled />} />
              <Route path={paths.newMessage} element={<pages.newMessage />} />
              <Route path={paths.editMessage(':messageId')} element={<pages.editMessage />} />
              <Route path={paths.cycles} element={<pages.cycles />} />
              <Route path={paths.newCycle} element={<pages.newCycle />} />
              <Route path={paths.cycle(':cycleId')} element={<pages.cycle />} />
              <Route path={paths.editCycle(':cycleId')} element={<pages.editCycle />} />
              <Route path={paths.telegram} element={<pages.telegram />} />
              <Route path={paths.whatsapp} element={<pages.whatsapp />} />
              <Route path={paths.settings} element={<pages.settings />} />
              <Route path={paths.pricing} element={<pages.pricing />} />
            </Route>
          </Route>
          <Route path={SIGN_IN_ALIAS} element={<RedirectKeepingQuery to={paths.login} />} />
          <Route path="*" element={<NoSuchPage />} />
        </Routes>
      </Suspense>
      <NavigatingSign />
      <CheckoutReturn />
    </>
  )
}

/** Redirects to another page with the same query, such as that of a returning checkout. */
function RedirectKeepingQuery({ to }: { to: string }) {
  return <Navigate to={to + useLocation().search} replace />
}

/** An address that leads nowhere ends at the start, which says so. */
function NoSuchPage() {
  useEffect(() => {
    toast({ title: 'There is no such page', description: 'This is the start.', lasting: true })
  }, [])
  return <Navigate to={paths.home} replace />
}

/** Shows that the next page is loading, while the present one stays. */
function NavigatingSign() {
  if (!useNavigating()) return null
  return (
    <div className="pointer-events-none fixed inset-x-0 top-20 z-[80] flex justify-center">
      <div className="flex animate-late rounded-full border border-line bg-raised p-2 text-accent-text shadow-pop">
        <Spinner label="Loading the page" />
      </div>
    </div>
  )
}
