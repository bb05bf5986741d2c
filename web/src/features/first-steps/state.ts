import { openStored } from '../../ui/stored.ts'

/** How far somebody is with their first steps in this browser: they have seen them, or are done with them. */
export type FirstRun = 'seen' | 'over'

const storedOf = (uid: string) => openStored('localStorage', `first-run:${uid}`)

/** What this browser knows; nothing of somebody new, and where nothing can be stored. */
export function firstRunOf(uid: string): FirstRun | undefined {
  const stored = storedOf(uid).read()
  return stored === 'seen' || stored === 'over' ? stored : undefined
}

/** Who has seen the first steps in this tab and not yet been told here that their message is delivered. */
const awaitingFirstDelivery = new Set<string>()

/** Whether the first delivery is still to be told in this tab: another tab may have told it a moment ago. */
export const awaitsFirstDelivery = (uid: string) =>
  awaitingFirstDelivery.has(uid) || firstRunOf(uid) === 'seen'

/** Keeps it; without storage it holds until the page is left. */
export function setFirstRun(uid: string, state: FirstRun) {
  if (state === 'seen') awaitingFirstDelivery.add(uid)
  else awaitingFirstDelivery.delete(uid)
  // Without storage the steps show again after a reload, which does no harm.
  storedOf(uid).write(state)
}
