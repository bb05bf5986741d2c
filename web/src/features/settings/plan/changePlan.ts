import { isApiError, NetworkError } from '../../../api/errors.ts'
import { isLost } from '../../../api/untilAnswered.ts'
import { askUntilAnswered } from '../../../app/retries.ts'

/**
 * Changes the plan: repeats the call until its answer arrives, since the server may still be doing it, and does it only
 * once. `isMade` reads whether the plan is as asked: then it was done, whatever the answer was.
 */
export async function changePlan(
  change: () => Promise<unknown>,
  isMade: () => Promise<boolean>,
): Promise<void> {
  let hasLost = false
  const ask = () =>
    change().catch((error: unknown) => {
      if (!isOfProvider(error)) {
        hasLost ||= isLost(error)
        throw error
      }
      // The server has answered, so it is not asked again. After a lost answer this says nothing of the earlier call.
      throw hasLost ? new NetworkError(error) : new Error('The provider failed.', { cause: error })
    })
  try {
    await askUntilAnswered(ask)
  } catch (error) {
    if (!(await isMade().catch(() => false))) throw error
  }
}

/** Whether the server says that the payment provider failed, and when to try again. A proxy names no time. */
const isOfProvider = (error: unknown) =>
  isApiError(error, 'unavailable') && error.retryAfter !== undefined
