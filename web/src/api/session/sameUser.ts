import type { createSession } from './session.ts'

type Watched = Pick<ReturnType<typeof createSession>, 'state' | 'subscribe'>

/**
 * A signal that is aborted once the person who is signed in now is so no more; `back` resolves once their session is not
 * lapsed, or is over; `stop` when nobody needs it.
 */
export function whileSameUser(session: Watched): SameUser {
  const uid = () => {
    const state = session.state()
    return state.status === 'signed-in' ? state.user.uid : undefined
  }
  const before = uid()
  const over = new AbortController()
  const stop = session.subscribe(() => {
    if (uid() !== before) over.abort()
  })
  const isLapsed = () => {
    const state = session.state()
    return state.status === 'signed-in' && state.lapsed === true
  }
  return {
    signal: over.signal,
    back: () =>
      new Promise((resolve) => {
        if (!isLapsed()) return resolve()
        const heard = session.subscribe(() => {
          if (isLapsed()) return
          heard()
          resolve()
        })
      }),
    stop,
  }
}

type SameUser = { signal: AbortSignal; back: () => Promise<void>; stop: () => void }
