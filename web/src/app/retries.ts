import { ApiError, NetworkError } from '../api/errors.ts'
import { randomKey } from '../api/randomKey.ts'
import { retryRateLimited } from '../api/retryRateLimited.ts'
import { session } from '../api/session/current.ts'
import { whileSameUser } from '../api/session/sameUser.ts'
import { isLost, mayBeDone, untilAnswered } from '../api/untilAnswered.ts'
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

/** What a refusal says of a call that was done before, by its code: the result, or nothing if it is about something else. */
type Results<T> = {
  /** The idempotency key of the call was used before: reads what it has changed. */
  already_done?: () => Promise<T | undefined>
  /** What the call deletes is gone. */
  not_found?: () => T
}

/**
 * Makes a change: repeats the call until its answer arrives. When the answer to an earlier try was lost, the server may
 * refuse the next one because the change was made before; then its result is returned. Each press has a key of its own:
 * the stored answer to an earlier one would be wrong after the opposite action.
 *
 * Use `askUntilAnswered` in two other cases: if a repetition can undo nothing that somebody else did meanwhile, or if
 * only the answer has the result (a copy). Forms use it too: they compare a newer state with what is typed, and a person
 * decides.
 */
export async function askOrRead<T>(
  work: (options: { once: string }) => Promise<T>,
  results: Results<T>,
): Promise<T> {
  const options = { once: randomKey() }
  try {
    return await askUntilAnswered(() => work(options))
  } catch (error) {
    const result = error instanceof ApiError && (await resultOf(error, results))
    if (!result) throw error
    return result
  }
}

async function resultOf<T>(
  { code }: ApiError,
  { already_done: read, not_found: gone }: Results<T>,
): Promise<T | undefined> {
  if (code === 'already_done' && read) {
    return askUntilAnswered(read).catch((error: unknown) => {
      // It was done, also if its result cannot be read.
      throw isLost(error) ? new NetworkError(error) : error
    })
  }
  return code === 'not_found' ? gone?.() : undefined
}

/** Both retries: for a call with an idempotency key that a person may make many times in a row. */
export const askWithRetries = <T>(work: () => Promise<T>): Promise<T> =>
  withRateLimitRetry(() => askUntilAnswered(work))

/**
 * Both retries, for a change whose result the page reads by itself. That it was done before is enough: the answer to an
 * earlier try was lost.
 */
export const changeWithRetries = (
  work: (options: { once: string }) => Promise<unknown>,
): Promise<unknown> =>
  withRateLimitRetry(() => askOrRead(work, { already_done: async () => 'done' }))

/**
 * Shows a toast if a change ended without an answer: it may have been made, so it is no failure. Returns false for an
 * error of any other kind, which the caller must show.
 */
export function reportLostAnswer(error: unknown): boolean {
  // The user has signed out.
  if (error instanceof DOMException && error.name === 'AbortError') return true
  if (!mayBeDone(error)) return false
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
  description: 'Carillon asks again by itself. Nothing is done twice.',
}

const showWaitToast = (seconds: number) =>
  toast({
    title: 'Too many requests',
    description: `Trying again in ${count(seconds, 'second')}.`,
  })
