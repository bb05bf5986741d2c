import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { isOutdated, NEW_VERSION } from './release.ts'
import { Boundary } from './Boundary.tsx'
import { toast } from './toast/store.ts'

/**
 * A component whose code comes later: at once where `fetch` has brought it, so that what takes the focus in it misses no
 * key; else once it is there, with what Suspense shows until then.
 */
export function later<P extends object>(load: () => Promise<ComponentType<P>>) {
  let ready: ComponentType<P> | undefined
  const fetch = async () => (ready ??= await load())
  // React keeps a failure for ever: what is opened after one asks again.
  const ask = () =>
    lazy(async () => ({
      default: await fetch().catch((error: unknown) => {
        Lazy = ask()
        throw error
      }),
    }))
  let Lazy = ask()
  function Later(props: P) {
    // One that is shown stays what it is.
    const [Shown] = useState<ComponentType<P>>(() => ready ?? Lazy)
    return <Shown {...props} />
  }
  /** Loads the code before it is needed. If that fails, nothing is said here: the place that shows it says so. */
  return Object.assign(Later, { fetch: () => void fetch().catch(() => {}) })
}

type LaterDialogProps = {
  children: ReactNode
  /** It did not come: whoever opens it again is told again. */
  onFailed?: () => void
}

/**
 * Around a dialog whose code comes when it is first opened. Where it does not come, or breaks, that is said, and the page
 * goes on.
 */
export const LaterDialog = ({ children, onFailed }: LaterDialogProps) => (
  <Boundary renderFallback={() => <NotLoaded onFailed={onFailed} />}>
    <Suspense>{children}</Suspense>
  </Boundary>
)

function NotLoaded({ onFailed }: { onFailed: (() => void) | undefined }) {
  useEffect(() => {
    const say = async () => {
      const outdated = await isOutdated()
      toast({
        variant: 'destructive',
        title: outdated ? NEW_VERSION : 'This could not be loaded',
        description: 'Reload the page, then try it again.',
        ...(outdated ? { action: { label: 'Reload', run: () => location.reload() } } : {}),
      })
    }
    onFailed?.()
    void say()
  }, [onFailed])
  return null
}
