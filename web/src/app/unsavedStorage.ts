// Apart from the rest of `unsaved.ts`: the start page, from which people sign out too, is weighed.

/** Where the form `place` of a user stands in the storage. */
export const keyOf = (uid: string, place: string) => `${PREFIX}${uid}:${place}`
export const PREFIX = 'unsaved:'

/** Forgets all that a user has typed on this device: they signed out. */
export function forgetAllUnsaved(uid: string): void {
  const storage = deviceStorage()
  for (const key of storage ? Object.keys(storage) : []) {
    if (key.startsWith(keyOf(uid, ''))) storage?.removeItem(key)
  }
}

/** The storage of the device, unless the browser forbids it. */
export function deviceStorage(): Storage | undefined {
  try {
    return globalThis.localStorage
  } catch {
    return undefined
  }
}
