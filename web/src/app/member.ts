import { session } from '../api/session/current.ts'
import { openStored } from '../ui/stored.ts'

const stored = openStored('localStorage', 'member')

/**
 * Stores from now on whether somebody is signed in, so that the next page can reserve the space of their menu before the
 * server has answered: public/theme.js reads it before the first paint. It proves nothing.
 */
export function rememberMember() {
  session.subscribe(() => {
    const { status } = session.state()
    if (status === 'loading') return
    const member = status === 'signed-in'
    document.documentElement.classList.toggle('member', member)
    // Without storage everybody is treated as a guest until the server has answered.
    stored.write(member ? '1' : null)
  })
}
