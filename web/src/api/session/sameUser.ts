import type { createSession } from './session.ts'

type Watched = Pick<ReturnType<typeof createSession>, 'state' | 'subscribe'>

/** A signal that is aborted once the person who is signed in now is so no more; `stop` when nobody needs it. */
export function whileSameUser(session: Watched): { signal: AbortSignal; stop: () => void } {
  const uid = () => {
    const state = session.state()
    return state.status === 'signed-in' ? state.user.uid : undefined
  }
  const before = uid()
  const over = new AbortController()
  const stop = session.subscribe(() => {
    if (uid() !== before) over.abort()
  })
  return { signal: over.signal, stop }
}
