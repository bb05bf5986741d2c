import { lazy, Suspense } from 'react'

// Few messages have such copies: what draws them comes with the first.
const UnconfirmedCopies = lazy(() => import('./UnconfirmedCopies.tsx'))

/** The copies of a message that may have been sent, to be settled where they are seen. */
export const Unconfirmed = ({ messageId }: { messageId: string }) => (
  <Suspense>
    <UnconfirmedCopies messageId={messageId} />
  </Suspense>
)
