import type * as LiveModule from './live.ts'
import { logError } from './log.ts'

type Live = typeof LiveModule

/** How long to wait after the first failure, and at most, in milliseconds. */
const FIRST_MS = 1_000
const LONGEST_MS = 30_000

/** The client of the live events, however long it takes to load; undefined once nobody wants it any more. */
export const loadLive = (signal: AbortSignal): Promise<Live | undefined> =>
  patiently(fetchLive, signal, globalThis)

/** Loads until that succeeds: later each time, and at once when the browser is online again. */
export async function patiently<T>(
  load: () => Promise<T>,
  signal: AbortSignal,
  browser: Pick<EventTarget, 'addEventListener'>,
): Promise<T | undefined> {
  for (let attempt = 0; !signal.aborted; attempt++) {
    try {
      const loaded = await load()
      return signal.aborted ? undefined : loaded
    } catch (error) {
      if (attempt === 0) logError('Live updates could not be loaded yet.', error)
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

/** What was loaded, or why it was not: they may be wanted anew, as by the next person who signs in here. */
let live: Live | undefined
let failed: unknown
let again = 0

async function fetchLive(): Promise<Live> {
  if (live) return live
  const address = addressIn(failed)
  try {
    const loaded: Live = await (address
      ? import(/* @vite-ignore */ `${address}?again=${(again += 1)}`)
      : import('./live.ts'))
    return (live = loaded)
  } catch (error) {
    failed = error
    throw error
  }
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
