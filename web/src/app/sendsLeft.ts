import { deviceStorage, keyOf } from './unsavedStorage.ts'

/** With this begins the place where a send stands that no answer came to. */
export const SENDS = 'send:'

/** The places of the sends of a user that no answer came to. */
export function sendsLeft(uid: string): string[] {
  const all = keyOf(uid, '')
  return Object.keys(deviceStorage() ?? {})
    .filter((key) => key.startsWith(all + SENDS))
    .map((key) => key.slice(all.length))
}
