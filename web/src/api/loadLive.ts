import type * as live from './live.ts'
import { logError } from './log.ts'

type Live = typeof live

/** How long to wait after the first failure, and at most, in milliseconds. */
const FIRST_MS = 1_000
const LONGEST_MS = 30_000

/** The client of the live events, however long it takes to load; undefined once nobody wants it any more. */
export const loadLive = (signal: AbortSignal): Promise<Live | undefined> =>
  patiently(fetchLive, signal, globalThis)

/**
 * Loads until that succeeds: later each time, and at once when the browser is online again. `load` is given
 * why the try before failed, and its number, counted from 0.
 */
export async function patiently<T>(
  load: (attempt: number, failed?: unknown) => Promise<T>,
  signal: AbortSignal,
  browser: Pick<EventTarget, 'addEventListener'>,
): Promise<T | undefined> {
  let failed: unknown
  for (let attempt = 0; !signal.aborted; attempt++) {
    try {
      const loaded = await load(attempt, failed)
      return signal.aborted ? undefined : loaded
    } catch (error) {
      if (attempt === 0) logError('Live updates could not be loaded yet.', error)
      failed = error
    }
    await pause(Math.min(FIRST_MS * 2 ** attempt, LONGEST_MS), signal, browser)
  }
  return undefined
}

/** Ends early when the browser is online again, or nobody waits any more. */
function pause(ms: number, signal: AbortSignal, browser: Pick<EventTarget, 'addEventListener'>) {
  const over = new AbortController()
  return new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      over.abort()
      resolve()
    }
    const timer = setTimeout(end, ms)
    browser.addEventListener('online', end, { signal: over.signal })
    signal.addEventListener('abort', end, { signal: over.signal })
    if (signal.aborted) end()
  })
}

function fetchLive(attempt: number, failed?: unknown): Promise<Live> {
  const address = addressIn(failed)
  return address ? import(/* @vite-ignore */ `${address}?again=${attempt}`) : import('./live.ts')
}

/**
 * Where the chunk is, if the browser tells. Chromium remembers that a module could not be fetched until the
 * page is reloaded, and does not try again; under another address it does.
 */
export function addressIn(failed: unknown): string | undefined {
  const told = failed instanceof Error ? failed.message : ''
  const [address] = /https?:\/\/[^\s?]+\.js/.exec(told) ?? []
  return address?.startsWith(`${location.origin}/`) ? address : undefined
}
