const KEY = 'signing-out'

/** That somebody signed out here and the server has yet to hear of it. */
export type SigningOut = { isUnfinished: () => boolean; note: (unfinished: boolean) => void }

/** Keeps it in this browser, over a reload and for all tabs; without storage until the page is left. */
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
        // Kept in memory alone.
      }
    },
  }
}
