import type { SendFile } from '../channels/port/sending.ts'
import { seconds, type Clock } from '../platform/clock.ts'

/** How often to ask whether this process may act: less than it has left when it may not any more. */
const ASK_EVERY_MS = seconds(0.5)

/** Tells one try that its process must let go of the account. */
export type LetGo = { signal: AbortSignal; close(): void }

/**
 * Aborts when the lane stops, or as soon as the process may not act: others may own the account soon. A try
 * that brings no bytes of its files is over before that matters. The lane outlives its tries, so each has a signal of
 * its own: what listens to that leaves nothing behind at the lane's.
 */
export function openLetGo(
  { clock, stopping, mayAct }: { clock: Clock; stopping: AbortSignal; mayAct(): boolean },
  files: readonly SendFile[],
): LetGo {
  const ending = new AbortController()
  const { signal } = ending
  if (files.every(({ handle }) => handle !== undefined)) return { signal, close: () => {} }
  const end = () => ending.abort()
  let forget = () => {}
  function askLater() {
    forget = clock.later(ASK_EVERY_MS, () => (mayAct() ? askLater() : end()))
  }
  if (stopping.aborted) end()
  else stopping.addEventListener('abort', end, { once: true })
  askLater()
  return {
    signal,
    close() {
      forget()
      stopping.removeEventListener('abort', end)
    },
  }
}
