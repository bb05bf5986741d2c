import type { SendFile } from '../channels/port/sending.ts'
import { seconds, type Clock } from '../platform/clock.ts'

/** How often to ask whether this process may act: less than it has left when it may not any more. */
const ASK_EVERY_MS = seconds(0.5)

/** Tells one try that its process must let go of the account. */
export type LetGo = { signal: AbortSignal; close(): void }

/**
 * Aborts when the lane stops, or as soon as the process may not act: others may own the account soon. A try
 * that brings no bytes of its files is over before that matters.
 */
export function openLetGo(
  { clock, stopping, mayAct }: { clock: Clock; stopping: AbortSignal; mayAct(): boolean },
  files: readonly SendFile[],
): LetGo {
  if (files.every(({ handle }) => handle !== undefined)) {
    return { signal: stopping, close: () => {} }
  }
  const lost = new AbortController()
  let forget = () => {}
  function askLater() {
    forget = clock.later(ASK_EVERY_MS, () => (mayAct() ? askLater() : lost.abort()))
  }
  askLater()
  return { signal: AbortSignal.any([stopping, lost.signal]), close: () => forget() }
}
