/** `localStorage` is for all tabs and visits, `sessionStorage` for this tab only. */
type Kind = 'localStorage' | 'sessionStorage'

/** A text that the browser stores under this key. If storage is forbidden, nothing is stored and nothing fails. */
export function openStored(kind: Kind, key: string) {
  return {
    key,
    /** The text; null without one. */
    read(): string | null {
      try {
        return globalThis[kind].getItem(key)
      } catch {
        return null
      }
    },
    /** Stores a text; null deletes it. Returns whether that was done. */
    write(text: string | null): boolean {
      try {
        if (text === null) globalThis[kind].removeItem(key)
        else globalThis[kind].setItem(key, text)
        return true
      } catch {
        return false
      }
    },
  }
}
