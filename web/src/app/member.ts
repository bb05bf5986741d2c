import { session } from '../api/session/current.ts'

const KEY = 'member'

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
    try {
      if (member) localStorage.setItem(KEY, '1')
      else localStorage.removeItem(KEY)
    } catch {
      // Without storage everybody is taken for a guest until the server has told.
    }
  })
}
