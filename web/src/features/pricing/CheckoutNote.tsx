import { lazy, Suspense } from 'react'
import { Boundary } from '../../ui/Boundary.tsx'
import { useConfirmation } from './confirmation.ts'

// Hardly anybody comes back from a checkout, and of those most have paid.
const CheckoutWords = lazy(() => import('./CheckoutWords.tsx'))

/** The result of a checkout, shown where the user returns from it; nothing if all is well. */
export function CheckoutNote({ className }: { className?: string }) {
  const confirmation = useConfirmation()
  if (!confirmation || confirmation.phase === 'asking' || confirmation.phase === 'paid') return null
  return (
    // Where its words do not come, the plan beside it says what is.
    <Boundary renderFallback={() => null}>
      <Suspense>
        <CheckoutWords {...{ confirmation, className }} />
      </Suspense>
    </Boundary>
  )
}
