import { useSyncExternalStore } from 'react'
import { session } from './current.ts'
import type { SessionState, SessionUser } from './session.ts'

/** Who is signed in. */
export const useSession = () =>
  useSyncExternalStore(session.subscribe, session.state, () => UNKNOWN)

/** The state of a prerendered page, which does not know who reads it. */
const UNKNOWN: SessionState = { status: 'loading' }

/** The signed-in user, for components that are shown only to one. */
export function useUser(): SessionUser {
  const state = useSession()
  if (state.status !== 'signed-in') throw new Error('Nobody is signed in here.')
  return state.user
}
