import { lazy, Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { Boundary } from '../../ui/Boundary.tsx'
import { useHydrated } from '../../ui/useHydrated.ts'
import { checkoutStored, returnedCheckout } from './returned.ts'

const CheckoutConfirmation = lazy(() => import('./CheckoutConfirmation.tsx'))

/**
 * What follows on a checkout. Most who open a page do not come from one: its code is loaded for a tab that returns from
 * one, or that has left for one and may still be waiting for the payment.
 */
export function CheckoutReturn() {
  const { search } = useLocation()
  const isHydrated = useHydrated()
  const [isNeeded, setNeeded] = useState(false)
  if (!isNeeded && isHydrated && (returnedCheckout(search) || checkoutStored.read())) {
    setNeeded(true)
  }
  if (!isNeeded) return null
  return (
    <Boundary renderFallback={() => null}>
      <Suspense>
        <CheckoutConfirmation />
      </Suspense>
    </Boundary>
  )
}
