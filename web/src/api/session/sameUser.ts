import type { createSession } from './session.ts'

type Watched = Pick<ReturnType<typeof createSession>, 'state' | 'subscribe'>

/**
 * Returns a signal that is aborted once the present user is no longer signed in. `back` resolves when a lapsed session
 * has been renewed, or has ended for good. Call `stop` at the end.
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
