import { ApiError } from './errors.ts'

/** The longest wait, in seconds. If the server asks for a longer one, the error is thrown. */
const WAIT_MAX_S = 60

/**
 * Makes a call. If the server refuses it as too frequent (429), waits as long as the server says and tries again; a
 * refused call was not done. `onWait` gets the seconds of each wait.
 */
export async function retryRateLimited<T>(
  work: () => Promise<T>,
  onWait: (seconds: number) => void,
): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      const seconds =
        error instanceof ApiError && error.status === 429 ? error.retryAfter : undefined
      if (seconds === undefined || seconds > WAIT_MAX_S) throw error
      onWait(seconds)
      await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
    }
  }
}
