import { ApiError } from '../../api/errors.ts'
import { isLost } from '../../api/untilAnswered.ts'

/** The longest wait before a form asks again, in seconds: its buttons wait for the answer. */
const WAIT_MAX_S = 10

/** Throws a lost answer without the long wait that a proxy may name: what a form saves is done only once. */
export function throwWithShortWait(error: unknown): never {
  if (error instanceof ApiError && isLost(error) && (error.retryAfter ?? 0) > WAIT_MAX_S) {
    const { status, code, message } = error
    throw new ApiError(status, { code, message }, WAIT_MAX_S)
  }
  throw error
}
