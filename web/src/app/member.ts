import { session } from '../api/session/current.ts'
import { openStored } from '../ui/stored.ts'

const stored = openStored('localStorage', 'member')

/**
 * Remembers from now on whether somebody is signed in, so that the next page can keep their place
 * before the server has told: public/theme.js reads it before the first paint. It is no proof of
 * anything.
 */
export function rememberMember() {
  session.subscribe(() => {
    const { status } = session.state()
    if (status === 'loading') return
    const member = status === 'signed-in'
    document.documentElement.classList.toggle('member', member)
    // Without storage everybody is taken for a guest until the server has told.
    stored.write(member ? '1' : null)
  })
}
