import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { NEW_VERSION, serverNow } from './release.ts'
import { Boundary } from './Boundary.tsx'
import { Button } from './Button.tsx'
import { toast } from './toast/store.ts'

/**
 * A component whose code is loaded when it is needed. If `fetch` has loaded it before, it renders at once, so that a field
 * in it takes the focus before the next key; else Suspense shows its fallback until then.
 */
export function lazyComponent<P extends object>(load: () => Promise<ComponentType<P>>) {
  let ready: ComponentType<P> | undefined
  const fetch = async () => (ready ??= await loadIfReachable(load))
  // React remembers a failure for ever, so a new lazy component loads the code again.
  const ask = () =>
    lazy(async () => ({
      default: await fetch().catch((error: unknown) => {
        Lazy = ask()
        throw error
      }),
    }))
  let Lazy = ask()
  function LazyComponent(props: P) {
    // A mounted component does not change its type, which would reset its state.
    const [Shown] = useState<ComponentType<P>>(() => ready ?? Lazy)
    return <Shown {...props} />
  }
  /** Loads the code before it is needed. A failure is shown only when the component is rendered. */
  return Object.assign(LazyComponent, { fetch: () => void fetch().catch(() => {}) })
}

let mayBeAway = true

/** Stores whether the server may be away, as the live connection reports it. */
export const setMayBeAway = (away: boolean) => {
  mayBeAway = away
}

/**
 * Loads code, but not while the server is away: a browser remembers that a file, or one that it imports, could not be
 * loaded, and does not request it again until the page is reloaded.
 */
export async function loadIfReachable<T>(load: () => Promise<T>): Promise<T> {
  if ((mayBeAway || !navigator.onLine) && (await serverNow()) === 'away')
    throw new Error('The server is away.')
  try {
    return await load()
  } catch (error) {
    mayBeAway = true
    throw error
  }
}

type LazyDialogProps = {
  /** The code is loaded when this is first true. After that the dialog stays mounted, since it is visible while it closes. */
  open?: boolean
  /** Called if the code cannot be loaded: the caller closes the dialog, so that it can be opened again. */
  onFailed: () => void
  children: ReactNode
}

/**
 * Wraps a dialog whose code is loaded when it is first opened. If that fails or the dialog throws, a toast says so, and
 * the page stays.
 */
export function LazyDialog({ open = true, onFailed, children }: LazyDialogProps) {
  const [isMounted, setMounted] = useState(open)
  if (open && !isMounted) setMounted(true)
  const fail = () => {
    setMounted(false)
    onFailed()
  }
  return (
    isMounted && (
      <Boundary renderFallback={() => <NotLoaded onFailed={fail} />}>
        <Suspense>{children}</Suspense>
      </Boundary>
    )
  )
}

type LazyPartProps = {
  /** Shown while the code is loaded. */
  fallback?: ReactNode
  /** Shown if it cannot be loaded; without it the part says so, with a way to ask again. */
  failed?: ReactNode
  children: ReactNode
}

/**
 * Wraps a part of a page whose code is loaded when it is first shown. If that fails, the page around it stays, and the
 * code is asked for again once the device is online.
 */
export function LazyPart({ fallback, failed, children }: LazyPartProps) {
  const [tries, setTries] = useState(0)
  const again = () => setTries(tries + 1)
  return (
    <Boundary key={tries} renderFallback={() => failed ?? <PartNotLoaded onRetry={again} />}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </Boundary>
  )
}

function PartNotLoaded({ onRetry }: { onRetry: () => void }) {
  useEffect(() => {
    addEventListener('online', onRetry)
    return () => removeEventListener('online', onRetry)
  }, [onRetry])
  const [server, setServer] = useState<Awaited<ReturnType<typeof serverNow>>>('away')
  useEffect(() => void serverNow().then(setServer), [])
  return (
    <p role="alert" className="flex flex-wrap items-center gap-2 p-2 text-sm text-danger">
      {server === 'other' ? `${NEW_VERSION}. Reload the page.` : 'This part could not be loaded.'}
      {server === 'away' && ' Check your connection.'}
      <Button size="sm" onClick={server === 'away' ? onRetry : () => location.reload()}>
        {server === 'away' ? 'Try again' : 'Reload'}
      </Button>
    </p>
  )
}

/** Closes the dialog that it is rendered in, and says in a toast that a part of it could not be loaded. */
export function NotLoaded({ onFailed }: { onFailed: () => void }) {
  useEffect(() => {
    onFailed()
    void showNotLoaded()
    // Only once, when it appears.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  return null
}

async function showNotLoaded() {
  const server = await serverNow()
  toast({
    variant: 'destructive',
    title: server === 'other' ? NEW_VERSION : 'This could not be loaded',
    ...(server === 'away'
      ? { description: 'Check your connection, then try it again.' }
      : {
          description: 'Reload the page, then try it again.',
          action: { label: 'Reload', run: () => location.reload() },
        }),
  })
}
