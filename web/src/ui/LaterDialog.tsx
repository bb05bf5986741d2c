import { type ReactNode, Suspense, useEffect } from 'react'
import { Boundary } from './Boundary.tsx'
import { toast } from './toast/store.ts'

/** Around a dialog whose code comes when it is first opened. Where it does not come that is said, and the page goes on. */
export const LaterDialog = ({ children }: { children: ReactNode }) => (
  <Boundary renderFallback={() => <NotLoaded />}>
    <Suspense>{children}</Suspense>
  </Boundary>
)

function NotLoaded() {
  useEffect(() => {
    toast({
      variant: 'destructive',
      title: 'This could not be loaded',
      description: 'Reload the page, then try it again.',
    })
  }, [])
  return null
}
