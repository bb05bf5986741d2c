import { useSyncExternalStore } from 'react'
import { session } from './current.ts'
import type { SessionUser } from './session.ts'

/** Who is signed in. */
export const useSession = () => useSyncExternalStore(session.subscribe, session.state)

/** The signed-in person, for what is only shown to one. */
export function useUser(): SessionUser {
  const state = useSession()
  if (state.status !== 'signed-in') throw new Error('Nobody is signed in here.')
  return state.user
}
