import { ApiError, isRefusedBeforeKeyCheck, NetworkError } from './errors.ts'

/** How long to wait before each further try, in milliseconds: about a minute in all. */
const WAITS_MS = [1_000, 2_000, 4_000, ...Array.from({ length: 11 }, () => 5_000)]

/** The longest that a server or a proxy can have us wait, in milliseconds: a timer cannot be set for any longer time. */
const WAIT_MAX_MS = 60 * 60_000

type Patience = {
  /** Told each time that no answer came, before it is asked again. */
  onWait: () => void
  /** Resolves once the person is signed in, or nobody waits any more. */
  back: () => Promise<void>
  /** Nobody waits for it any more. */
  signal: AbortSignal
}

/**
 * Makes a call again until its answer is there. It must have an idempotency key: the server then does it once, and
 * answers what became of it. Throws the reason of the signal when nobody waits any more: then nothing is known.
 * Once an answer was lost, a refusal that looked at no key, for want of a session or for too many calls, says nothing of
 * the try before: it is asked again after the time that the server names, or when the person has signed in again.
 */
export async function untilAnswered<T>(
  work: () => Promise<T>,
  { onWait, back, signal }: Patience,
): Promise<T> {
  let lost: unknown
  for (const waitMs of WAITS_MS) {
    try {
      return await work()
    } catch (error) {
      signal.throwIfAborted()
      if (isLost(error)) lost = error
      else if (!lost || !isRefusedBeforeKeyCheck(error)) throw error
      onWait()
      await passed(Math.max(waitMs, namedMs(error)), signal)
      if (isRefusedBeforeKeyCheck(error)) await back()
      signal.throwIfAborted()
    }
  }
  try {
    return await work()
  } catch (error) {
    throw lost && isRefusedBeforeKeyCheck(error) ? lost : error
  }
}

/** Whether nobody knows what became of a call: no answer came, half of one, or a proxy answered for the server. */
export const isLost = (error: unknown): boolean =>
  error instanceof NetworkError ||
  (error instanceof ApiError && (error.status < 400 || [408, 502, 503, 504].includes(error.status)))

/** How long the server asks to wait, in milliseconds. */
const namedMs = (error: unknown): number =>
  error instanceof ApiError ? Math.min((error.retryAfter ?? 0) * 1_000, WAIT_MAX_MS) : 0

/** Resolves after so long, or as soon as nobody waits any more. */
const passed = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
