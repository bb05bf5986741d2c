import type { Notification } from '@carillon/contract/notifications'
import { useSyncExternalStore } from 'react'
import { useSession } from '../../api/session/useSession.ts'
import { openListeners } from '../../ui/listeners.ts'
import { checkoutStored } from './returned.ts'

/**
 * What is known of the checkout that somebody came back from. `asking`: the server is asked. `pending`: it is
 * not decided yet, or nobody could be asked. `failed`: the payment did not go through. `void`: it is not theirs,
 * or gives nothing any more. `paid`: it gave them the plan.
 */
export type Confirmation = {
  phase: 'asking' | 'pending' | 'failed' | 'void' | 'paid'
  checkoutId: string
  /** Whose checkout it is: in the same tab the next person is told nothing of it. */
  userId: string
}

const { subscribe, tell } = openListeners()

/** The page that somebody came to the prices from, and the checkout that is pending. */
type Stored = { from?: string; pending?: string; userId?: string }

/** Remembers, before the browser leaves for a checkout, which page it shall lead back to. */
export const rememberFrom = (from: string) => store({ from })

/** The page that was left for the prices, once. */
export function takeFrom(): string | undefined {
  const { from } = stored()
  store({})
  return from
}

/** Takes over what became of a checkout; one that is pending is still so after a reload. */
export function setConfirmation(next: Confirmation) {
  confirmation = next
  changedAt = Date.now()
  const { from } = stored()
  store({
    ...(from ? { from } : {}),
    ...(next.phase === 'pending' ? { pending: next.checkoutId, userId: next.userId } : {}),
  })
  tell()
}

/** The known state of this tab's checkout, for the user who began it. */
export const confirmationOf = (userId: string | undefined): Confirmation | undefined =>
  confirmation?.userId === userId ? confirmation : undefined

/** The same for whoever is signed in. */
export function useConfirmation(): Confirmation | undefined {
  const state = useSession()
  useSyncExternalStore(
    subscribe,
    () => confirmation,
    () => undefined,
  )
  return confirmationOf(state.status === 'signed-in' ? state.user.uid : undefined)
}

/** How long after a payment the same news comes from elsewhere too, in milliseconds. */
const SAME_NEWS_MS = 10_000

/** Whether this tab tells the news itself: another toast would take the place of the one about the payment. */
export const isShownHere = ({ kind }: Pick<Notification, 'kind'>) =>
  kind === 'plan' &&
  (confirmation?.phase === 'asking' ||
    (confirmation?.phase === 'paid' && Date.now() - changedAt < SAME_NEWS_MS))

let changedAt = 0
const { pending, userId } = stored()
let confirmation: Confirmation | undefined =
  pending && userId ? { phase: 'pending', checkoutId: pending, userId } : undefined

function stored(): Stored {
  try {
    return (JSON.parse(checkoutStored.read() ?? '{}') as Stored | null) ?? {}
  } catch {
    return {}
  }
}

/** Without storage it holds until the page is loaded anew. */
const store = (next: Stored) =>
  checkoutStored.write(Object.keys(next).length > 0 ? JSON.stringify(next) : null)
