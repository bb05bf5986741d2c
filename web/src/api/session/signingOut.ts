const KEY = 'signing-out'

/** A sign-out that the server has not confirmed yet. */
export type SigningOut = { isUnfinished: () => boolean; note: (unfinished: boolean) => void }

/** Stores it in this browser, for all tabs and over a reload; if storage is forbidden, until the page is left. */
export function rememberSigningOut(): SigningOut {
  let here = false
  return {
    isUnfinished() {
      try {
        return localStorage.getItem(KEY) !== null
      } catch {
        return here
      }
    },
    note(unfinished) {
      here = unfinished
      try {
        if (unfinished) localStorage.setItem(KEY, '1')
        else localStorage.removeItem(KEY)
      } catch {
        // Kept in memory only.
      }
    },
  }
}
