import { useNavigate } from 'react-router'
import { session } from '../api/session/current.ts'
import type { AccountDeletedNotice } from './accountDeletedNotice.ts'
import { browserHistory } from './navigation/browserHistory.ts'
import { paths } from './paths.ts'
import { forgetAllUnsaved } from './unsavedStorage.ts'

/**
 * Navigates to the landing page and, once there, ends the session. If unsaved changes keep the person on their page, the
 * session goes on. `notice` is shown on the landing page.
 */
export function useSignOut() {
  const navigate = useNavigate()
  return (notice?: AccountDeletedNotice) => {
    const leaving = { signOut: true, ...(notice ? { notice } : {}) }
    const stop = browserHistory.listen(({ location }) => {
      stop()
      if (location.state !== leaving) return
      const state = session.state()
      // The next person at this device must not read what they typed.
      if (state.status === 'signed-in') forgetAllUnsaved(state.user.uid)
      void session.signOut()
    })
    navigate(paths.home, { state: leaving })
  }
}
