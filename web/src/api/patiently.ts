import { ApiError } from './errors.ts'

/** A longer wait is told instead of waited for, in seconds. */
const LONGEST_WAIT_S = 60

/**
 * Does what may have been asked for too often: waits as long as the server says, which is told to `onWait` in
 * seconds, and tries again. What was refused for that has not been done.
 */
export async function patiently<T>(
  work: () => Promise<T>,
  onWait: (seconds: number) => void,
): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      const seconds =
        error instanceof ApiError && error.status === 429 ? error.retryAfter : undefined
      if (seconds === undefined || seconds > LONGEST_WAIT_S) throw error
      onWait(seconds)
      await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
    }
  }
}
