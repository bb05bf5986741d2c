import { openStored } from '../../ui/stored.ts'

/** How far a user is with the first steps in this browser: they have seen them, or are done with them. */
export type Progress = 'seen' | 'over'

// The key has an older name, under which browsers have stored it.
const storedOf = (uid: string) => openStored('localStorage', `first-run:${uid}`)

/** What this browser has stored; undefined for a new user, and where nothing can be stored. */
export function progressOf(uid: string): Progress | undefined {
  const stored = storedOf(uid).read()
  return stored === 'seen' || stored === 'over' ? stored : undefined
}

/** Who has seen the first steps in this tab and not yet been told here that their message is delivered. */
const awaitingFirstDelivery = new Set<string>()

/** Whether the first delivery is still to be told in this tab: another tab may have told it a moment ago. */
export const awaitsFirstDelivery = (uid: string) =>
  awaitingFirstDelivery.has(uid) || progressOf(uid) === 'seen'

/** Stores the progress. */
export function setProgress(uid: string, state: Progress) {
  if (state === 'seen') awaitingFirstDelivery.add(uid)
  else awaitingFirstDelivery.delete(uid)
  // Without storage the steps show again after a reload, which does no harm.
  storedOf(uid).write(state)
}
