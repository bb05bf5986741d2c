import { getMessage, type MessageSummary, sendMessageNow } from '@carillon/contract/messages'
import { call } from '../../api/call.ts'
import { isApiError } from '../../api/errors.ts'
import type { untilAnswered } from '../../api/untilAnswered.ts'

/**
 * Sends a message, once, and answers the message as it is then. `ask` makes the call again until it is answered; where
 * the server only knows that it was done, the message says what became of it.
 */
export async function sendNow(
  { id, occurrence }: Pick<MessageSummary, 'id' | 'occurrence'>,
  ask: <T>(work: () => Promise<T>) => ReturnType<typeof untilAnswered<T>>,
) {
  const params = { id }
  try {
    return await ask(() => call(sendMessageNow, { params }, { once: true }))
  } catch (error) {
    if (!isApiError(error, 'conflict')) throw error
    const present = await call(getMessage, { params })
    if (!present.occurrence || present.occurrence.id === occurrence?.id) throw error
    return present
  }
}
