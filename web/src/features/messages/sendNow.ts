import {
  getMessage,
  type Message,
  type MessageSummary,
  sendMessageNow,
} from '@carillon/contract/messages'
import { call } from '../../api/call.ts'
import { isApiError } from '../../api/errors.ts'

/** Repeats a call until it is answered. */
export type Ask = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Sends a message once per idempotency key, and returns it. If the server answers only 'done already', the message is read
 * again.
 */
export async function sendNow(
  { id }: Pick<MessageSummary, 'id'>,
  ask: Ask,
  key: string,
  callAt: typeof call = call,
): Promise<Message> {
  const params = { id }
  try {
    return await ask(() => callAt(sendMessageNow, { params }, { once: key }))
  } catch (error) {
    if (!isApiError(error, 'already_done')) throw error
    return ask(() => callAt(getMessage, { params }))
  }
}
