import { useNavigate } from 'react-router'
import { session } from '../api/session/current.ts'
import type { Farewell } from './farewell.ts'
import { browserHistory } from './navigation/browserHistory.ts'
import { paths } from './paths.ts'
import { forgetAllUnsaved } from './unsavedStorage.ts'

/**
 * Leaves for the landing page and, once there, ends the session. Unsaved changes may keep the person
 * where they are; then nothing ends. `farewell`: what the page says on which they land.
 */
export function useSignOut() {
  const navigate = useNavigate()
  return (farewell?: Farewell) => {
    const leaving = { signOut: true, ...(farewell ? { farewell } : {}) }
    const stop = browserHistory.listen(({ location }) => {
      stop()
      if (location.state !== leaving) return
      const state = session.state()
      // What they typed is nobody else's to read.
      if (state.status === 'signed-in') forgetAllUnsaved(state.user.uid)
      void session.signOut()
    })
    navigate(paths.home, { state: leaving })
  }
}
