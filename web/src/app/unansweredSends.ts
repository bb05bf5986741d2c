import type { SendNextStep } from '@carillon/contract/cycles'
import { randomKey } from '../api/randomKey.ts'
import { session } from '../api/session/current.ts'
import { isLost } from '../api/untilAnswered.ts'
import { SEND_KEY_PREFIX, unansweredSendKeys } from './unansweredSendKeys.ts'
import { forgetOnDevice, keepOnDevice, readOnDevice } from './unsaved.ts'

/**
 * A send request whose answer was lost, stored on this device. After a reload the page repeats it with the same
 * idempotency key, and the same button pressed again repeats it too.
 */
export type UnansweredSend = {
  kind: 'message' | 'cycle'
  id: string
  anyway: boolean
  /** Of a cycle: what the person has seen. */
  seen?: SendNextStep | undefined
}

/** `told`: the person was told that it may have been done, and looks: only a press of theirs repeats it. */
type StoredSend = UnansweredSend & { key: string; told?: true }

/**
 * How long a send is stored after it was pressed, and again after its last try, in milliseconds: a later press is a new
 * send. It is longer than all tries take if each runs into its timeout, which is 9 minutes.
 */
const STORED_MS = 10 * 60_000

/**
 * Sends with an idempotency key that is stored until the result is known, so that a reload does not lose it. If the
 * cycle that a person sees has changed since the last press, the next press is a new send with a key of its own.
 */
export async function withStoredSend<T>(
  send: UnansweredSend,
  work: (key: string) => Promise<T>,
  state = session.state(),
): Promise<T> {
  if (state.status !== 'signed-in') return work(randomKey())
  const { uid } = state.user
  const formKey = SEND_KEY_PREFIX + [send.id, JSON.stringify(send.seen)].join('')
  const key = readStored(uid, formKey)?.key ?? randomKey()
  const store = (values: StoredSend) => keepOnDevice(uid, formKey, { base: '', values })
  store({ ...send, key })
  try {
    const sent = await work(key)
    forgetOnDevice(uid, formKey)
    return sent
  } catch (error) {
    const hasSignedOut = error instanceof DOMException && error.name === 'AbortError'
    if (isLost(error)) store({ ...send, key, told: true })
    else if (!hasSignedOut) forgetOnDevice(uid, formKey)
    throw error
  }
}

/** The “Send now” requests of a user that were still waiting for an answer when their page was left. */
export const unansweredSends = (uid: string): UnansweredSend[] =>
  unansweredSendKeys(uid).flatMap((formKey) => {
    const stored = readStored(uid, formKey)
    return stored && !stored.told ? stored : []
  })

function readStored(uid: string, formKey: string): StoredSend | undefined {
  const stored = readOnDevice(uid, formKey)
  if (stored && Date.now() - stored.savedAt < STORED_MS) return stored.values as StoredSend
  forgetOnDevice(uid, formKey)
  return undefined
}
