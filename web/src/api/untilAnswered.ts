import { ApiError, NetworkError } from './errors.ts'

/** How long to wait before each further try, in milliseconds: about a minute in all. */
const WAITS_MS = [1_000, 2_000, 4_000, ...Array.from({ length: 11 }, () => 5_000)]

type Patience = {
  /** Told each time that no answer came, before it is asked again. */
  onWait: () => void
  /** Nobody waits for it any more. */
  signal: AbortSignal
}

/**
 * Makes a call again until its answer is there. It must have an idempotency key: the server then does it once, and
 * answers what became of it. Throws the reason of the signal when nobody waits any more: then nothing is known.
 */
export async function untilAnswered<T>(
  work: () => Promise<T>,
  { onWait, signal }: Patience,
): Promise<T> {
  for (const waitMs of WAITS_MS) {
    try {
      return await work()
    } catch (error) {
      signal.throwIfAborted()
      if (!isLost(error)) throw error
      onWait()
      await passed(waitMs, signal)
      signal.throwIfAborted()
    }
  }
  return work()
}

/** Whether nobody knows what became of a call: no answer came, half of one, or a proxy answered for the server. */
export const isLost = (error: unknown): boolean =>
  error instanceof NetworkError ||
  (error instanceof ApiError && (error.status < 400 || [408, 502, 503, 504].includes(error.status)))

/** Resolves after so long, or as soon as nobody waits any more. */
const passed = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
