import { deviceStorage, keyOf } from './unsavedStorage.ts'

/** The storage keys of unanswered sends begin with this; the id of the message or cycle follows. */
export const SEND_KEY_PREFIX = 'send:'

/** The storage keys of the user's sends whose answer was lost. */
export function unansweredSendKeys(uid: string): string[] {
  const userPrefix = keyOf(uid, '')
  return Object.keys(deviceStorage() ?? {})
    .filter((key) => key.startsWith(userPrefix + SEND_KEY_PREFIX))
    .map((key) => key.slice(userPrefix.length))
}
