import { useNavigate } from 'react-router'
import { session } from '../api/session/current.ts'
import { paths } from './paths.ts'

/** Leaves for the landing page and ends the session, unless unsaved changes kept the person where they are. */
export function useSignOut() {
  const navigate = useNavigate()
  return async () => {
    navigate(paths.home)
    if (location.pathname === paths.home) await session.signOut()
  }
}
