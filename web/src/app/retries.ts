import { isApiError } from '../api/errors.ts'
import { randomKey } from '../api/randomKey.ts'
import { retryRateLimited } from '../api/retryRateLimited.ts'
import { session } from '../api/session/current.ts'
import { whileSameUser } from '../api/session/sameUser.ts'
import { isLost, untilAnswered } from '../api/untilAnswered.ts'
import { dismissToast, toast } from '../ui/toast/store.ts'
import { count } from '../ui/words.ts'

/** Makes a call, and again as long as the server refuses it as too frequent. A toast says so while it waits. */
export async function withRateLimitRetry<T>(work: () => Promise<T>): Promise<T> {
  let toastId: string | undefined
  try {
    return await retryRateLimited(work, (seconds) => (toastId = showWaitToast(seconds)))
  } finally {
    if (toastId) dismissToast(toastId)
  }
}

/**
 * Repeats a call with an idempotency key until its answer arrives. Meanwhile a toast says so, unless the page shows it
 * itself, which `showsWait` returns. It continues after its page is left, since its result must be shown, and ends with
 * the session.
 */
export async function askUntilAnswered<T>(
  work: () => Promise<T>,
  showsWait: () => boolean = () => false,
): Promise<T> {
  let toastId: string | undefined
  const onWait = () => {
    if (!showsWait()) toastId = toast(NO_ANSWER)
  }
  const { stop, ...user } = whileSameUser(session)
  try {
    return await untilAnswered(work, { onWait, ...user })
  } finally {
    stop()
    if (toastId) dismissToast(toastId)
  }
}

/**
 * Repeats a call until its answer arrives. If the server only answers that it was already done, it reads and returns
 * what the call changed. Each press has a key of its own: the stored answer to an earlier one would be wrong after the
 * opposite action.
 */
export async function askOrRead<T>(
  work: (options: { once: string }) => Promise<T>,
  read: () => Promise<T>,
): Promise<T> {
  const options = { once: randomKey() }
  try {
    return await askUntilAnswered(() => work(options))
  } catch (error) {
    if (!isApiError(error, 'already_done')) throw error
    return askUntilAnswered(read)
  }
}

/**
 * Repeats a change that names the `rev` it replaces until its answer arrives. Once an answer was lost, a refusal because
 * of a newer state may be about this very change: `isOurs` says whether that state is what was asked for.
 */
export async function askWithRev<T>(
  work: () => Promise<T>,
  isOurs: (there: T) => boolean,
): Promise<T> {
  let hasLost = false
  const noteLost = (error: unknown): never => {
    hasLost ||= isLost(error)
    throw error
  }
  try {
    return await askUntilAnswered(() => work().catch(noteLost))
  } catch (error) {
    const there = isApiError(error, 'conflict') ? (error.current as T | undefined) : undefined
    if (hasLost && there && isOurs(there)) return there
    throw error
  }
}

/** Both retries: for a call with an idempotency key that a person may make many times in a row. */
export const askWithRetries = <T>(work: () => Promise<T>): Promise<T> =>
  withRateLimitRetry(() => askUntilAnswered(work))

/**
 * Shows a toast if a call ended without an answer: it may have been done, so it is no failure. Returns false for an
 * error of any other kind, which the caller must show.
 */
export function reportLostAnswer(error: unknown): boolean {
  // The user has signed out.
  if (error instanceof DOMException && error.name === 'AbortError') return true
  if (!isLost(error)) return false
  toast(UNKNOWN)
  return true
}

const UNKNOWN = {
  variant: 'destructive',
  title: 'No answer from the server',
  description: 'It may have been done. Look before you do it again.',
} as const

const NO_ANSWER = {
  title: 'No answer from the server yet',
  description: 'It is asked again by itself; nothing is done twice.',
}

const showWaitToast = (seconds: number) =>
  toast({
    title: 'Too many requests',
    description: `Trying again in ${count(seconds, 'second')}.`,
  })
