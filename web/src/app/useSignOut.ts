import { useNavigate } from 'react-router'
import { session } from '../api/session/current.ts'
import { browserHistory } from './navigation/browserHistory.ts'
import { paths } from './paths.ts'

/**
 * Leaves for the landing page and, once there, ends the session. Unsaved changes may keep the person
 * where they are; then nothing ends.
 */
export function useSignOut() {
  const navigate = useNavigate()
  return () => {
    const leaving = { signOut: true }
    const stop = browserHistory.listen(({ location }) => {
      stop()
      if (location.state === leaving) void session.signOut()
    })
    navigate(paths.home, { state: leaving })
  }
}
