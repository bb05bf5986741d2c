/** How far somebody is with their first steps in this browser: they have seen them, or are done with them. */
export type FirstRun = 'seen' | 'over'

const keyOf = (uid: string) => `first-run:${uid}`

/** What this browser knows; nothing of somebody new, and where nothing can be stored. */
export function firstRunOf(uid: string): FirstRun | undefined {
  try {
    const stored = localStorage.getItem(keyOf(uid))
    return stored === 'seen' || stored === 'over' ? stored : undefined
  } catch {
    return undefined
  }
}

/** Keeps it; without storage it holds until the page is left. */
export function setFirstRun(uid: string, state: FirstRun) {
  try {
    localStorage.setItem(keyOf(uid), state)
  } catch {
    // The steps show again after a reload, which does no harm.
  }
}
