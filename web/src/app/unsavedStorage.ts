// Separate from `unsaved.ts`, so that the start page, which can sign a user out, loads only this.

/** The storage key of a user's form. */
export const keyOf = (uid: string, formKey: string) => `${PREFIX}${uid}:${formKey}`
export const PREFIX = 'unsaved:'

/** Deletes all unsaved forms of a user on this device, when they sign out. */
export function forgetAllUnsaved(uid: string): void {
  const storage = deviceStorage()
  for (const key of storage ? Object.keys(storage) : []) {
    if (key.startsWith(keyOf(uid, ''))) storage?.removeItem(key)
  }
}

/** The storage of the device, unless the browser forbids it. */
export const deviceStorage = () => readable(() => globalThis.localStorage)

/** The storage of this tab, unless the browser forbids it. */
export const tabStorage = () => readable(() => globalThis.sessionStorage)

function readable(storageOf: () => Storage): Storage | undefined {
  try {
    const storage = storageOf()
    // Firefox with a damaged profile gives a storage that cannot be read.
    storage?.getItem('')
    return storage
  } catch {
    return undefined
  }
}
