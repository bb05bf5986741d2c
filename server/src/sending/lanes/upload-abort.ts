import type { SendFile } from '../../channels/port/sending.ts'
import { seconds, type Clock } from '../../platform/clock.ts'

/** How often to ask whether this process may act: shorter than the time between its last moment to act and the first moment another process may. */
const ASK_EVERY_MS = seconds(0.5)

/** Aborts the upload of one attempt when its process must stop using the account. */
export type LetGo = { signal: AbortSignal; close(): void }

/**
 * Aborts when the lane stops, or as soon as the process may not act, because another process may own the account soon.
 * An attempt without uploads ends before that. Each attempt has its own signal: listeners on the signal of the lane,
 * which lives longer, would accumulate.
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
