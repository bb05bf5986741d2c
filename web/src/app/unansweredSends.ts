import { randomKey } from '../api/randomKey.ts'
import { session } from '../api/session/current.ts'
import { isLost } from '../api/untilAnswered.ts'
import { SENDS, sendsLeft } from './sendsLeft.ts'
import { forgetOnDevice, keepOnDevice, readOnDevice } from './unsaved.ts'

/**
 * A send that no answer came to, kept on this device: a page that is loaded anew goes on asking with its key, and the
 * same button pressed again is the same send.
 */
export type KeptSend = { kind: 'message' | 'cycle'; id: string; anyway: boolean }

type Kept = KeptSend & { key: string }

/**
 * How long after it was pressed, and again after its last try, a send is kept, in milliseconds: after that, a press
 * counts as a new one. It is longer than the tries take where each waits for its time to run out, which is 9 minutes.
 */
const KEPT_MS = 10 * 60_000

/** Sends with a key that outlives this page, until it is known what became of it. */
export async function keepingSend<T>(
  send: KeptSend,
  work: (key: string) => Promise<T>,
): Promise<T> {
  const state = session.state()
  if (state.status !== 'signed-in') return work(randomKey())
  const { uid } = state.user
  const place = `${SENDS}${send.id}`
  const key = keptAt(uid, place)?.key ?? randomKey()
  const keep = () => keepOnDevice(uid, place, { base: '', values: { ...send, key } satisfies Kept })
  keep()
  try {
    const sent = await work(key)
    forgetOnDevice(uid, place)
    return sent
  } catch (error) {
    const isOver = error instanceof DOMException && error.name === 'AbortError'
    if (isLost(error)) keep()
    else if (!isOver) forgetOnDevice(uid, place)
    throw error
  }
}

/** The sends of a user that no answer came to when this page was last left. */
export const keptSends = (uid: string): KeptSend[] =>
  sendsLeft(uid).flatMap((place) => keptAt(uid, place) ?? [])

function keptAt(uid: string, place: string): Kept | undefined {
  const kept = readOnDevice(uid, place)
  if (!kept) return undefined
  if (Date.now() - kept.savedAt < KEPT_MS) return kept.values as Kept
  forgetOnDevice(uid, place)
  return undefined
}
