import { ApiError, type CallError, isRefusedBeforeKeyCheck, NetworkError } from './errors.ts'

/** How long to wait before each further attempt, in milliseconds: about a minute in total. */
const WAITS_MS = [1_000, 2_000, 4_000, ...Array.from({ length: 11 }, () => 5_000)]

/** The longest wait that a server or proxy can ask for, in milliseconds: timers have a maximum. */
const WAIT_MAX_MS = 60 * 60_000

type Patience = {
  /** Called each time that an answer was lost, before the next attempt. */
  onWait: () => void
  /** Resolves once the person is signed in again, or the signal is aborted. */
  back: () => Promise<void>
  /** Aborted when the result is no longer needed. */
  signal: AbortSignal
}

/**
 * Repeats a call until its answer arrives. The server must do it only once: the call has an idempotency key, which
 * answers each repetition with the result, or it names the form that it creates something from, or the `rev` that it
 * replaces. Throws the reason of the signal once that is aborted; the result is then unknown.
 * Once an answer was lost, a refusal before the key was checked (no session, too many calls) says nothing about the
 * earlier attempt: the call is repeated after the time that the server names, or after the person has signed in again.
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
      await wait(Math.max(waitMs, namedMs(error)), signal)
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

/** Whether the result of a call is unknown: no answer, half of one, or a proxy answered instead of the server. */
export const isLost = (error: unknown): boolean =>
  error instanceof NetworkError ||
  (error instanceof ApiError &&
    (error.status < 400 ||
      error.code === 'unavailable' ||
      [408, 502, 503, 504].includes(error.status)))

/** Whether a change that ended with this error may have been made. */
export const mayBeDone = (error: unknown): boolean =>
  isLost(error) && !(error as CallError).onlyReads

/** How long the server asks to wait, in milliseconds. */
const namedMs = (error: unknown): number =>
  error instanceof ApiError ? Math.min((error.retryAfter ?? 0) * 1_000, WAIT_MAX_MS) : 0

/** Resolves after `ms`, or as soon as the signal is aborted. */
const wait = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
