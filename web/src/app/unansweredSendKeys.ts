import { deviceStorage, keyOf } from './unsavedStorage.ts'

/** The form keys of unanswered sends begin with this; the id of the message or cycle follows, and what was seen of it. */
export const SEND_KEY_PREFIX = 'send:'

/**
 * The form keys of the user's “Send now” requests whose answer was lost. A form key is a storage key without the prefix
 * of the user.
 */
export function unansweredSendKeys(uid: string): string[] {
  const userPrefix = keyOf(uid, '')
  return Object.keys(deviceStorage() ?? {})
    .filter((key) => key.startsWith(userPrefix + SEND_KEY_PREFIX))
    .map((key) => key.slice(userPrefix.length))
}
