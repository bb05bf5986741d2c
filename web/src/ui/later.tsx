import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { isOutdated, NEW_VERSION } from './release.ts'
import { Boundary } from './Boundary.tsx'
import { toast } from './toast/store.ts'

/**
 * A component whose code is loaded when it is needed. If `fetch` has loaded it before, it renders at once, so that a field
 * in it takes the focus before the next key; else Suspense shows its fallback until then.
 */
export function later<P extends object>(load: () => Promise<ComponentType<P>>) {
  let ready: ComponentType<P> | undefined
  const fetch = async () => (ready ??= await load())
  // React remembers a failure for ever, so a new lazy component loads the code again.
  const ask = () =>
    lazy(async () => ({
      default: await fetch().catch((error: unknown) => {
        Lazy = ask()
        throw error
      }),
    }))
  let Lazy = ask()
  function Later(props: P) {
    // A mounted component does not change its type, which would reset its state.
    const [Shown] = useState<ComponentType<P>>(() => ready ?? Lazy)
    return <Shown {...props} />
  }
  /** Loads the code before it is needed. A failure is shown only when the component is rendered. */
  return Object.assign(Later, { fetch: () => void fetch().catch(() => {}) })
}

type LaterDialogProps = {
  children: ReactNode
  /** Called if the code cannot be loaded, so that the caller can close the dialog. */
  onFailed?: () => void
}

/**
 * Wraps a dialog whose code is loaded when it is first opened. If that fails or the dialog throws, a toast says so, and
 * the page stays.
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
