import { randomKey } from '../api/randomKey.ts'
import { keyOf, PREFIX, deviceStorage } from './unsavedStorage.ts'

/**
 * What was typed into a form and not saved, kept on this device for its user: a reload, a crash or a
 * session that ended does not lose it. It is a convenience: where storage is full or forbidden nothing is
 * kept, and nothing breaks.
 */
export type Unsaved = {
  savedAt: number
  /** What it was typed over: the state of the thing on the server, or the address a new one began with. */
  base: string
  values: unknown
  /** The request by which it was saved, as long as no answer to it came. */
  unanswered?: unknown
  /** The form says something else than that request. */
  typedSince?: boolean
}

/** How many forms are kept on a device, how large one may be and all together, in characters, and for how long. */
export const KEPT_MAX = 20
export const KEPT_SIZE_MAX = 300_000
export const KEPT_SIZE_MAX_TOTAL = 1_000_000
export const KEPT_MS = 14 * 24 * 60 * 60_000

/** What the form `place` of a user held, if it was not saved and is not too old. */
export function readOnDevice(uid: string, place: string, now = Date.now()): Unsaved | undefined {
  const kept = parsed(deviceStorage()?.getItem(keyOf(uid, place)))
  return kept && now - kept.savedAt <= KEPT_MS ? kept : undefined
}

/** Keeps what a form holds, and lets go of what is too old or too much; the newest stays. */
export function keepOnDevice(
  uid: string,
  place: string,
  kept: Omit<Unsaved, 'savedAt'>,
  now = Date.now(),
): void {
  const text = JSON.stringify({ ...kept, savedAt: now } satisfies Unsaved)
  // An older state of it would be offered as if it were the last one.
  const storage = deviceStorage()
  if (text.length > KEPT_SIZE_MAX) return storage?.removeItem(keyOf(uid, place))
  try {
    storage?.setItem(keyOf(uid, place), text)
    if (storage) prune(storage, now)
  } catch {
    storage?.removeItem(keyOf(uid, place))
  }
}

/** Forgets what the form `place` of a user held: it was saved or discarded. */
export const forgetOnDevice = (uid: string, place: string): void =>
  deviceStorage()?.removeItem(keyOf(uid, place))

/** What this browser is called, so that it knows what it has kept itself from what others have. */
export function deviceName(): string {
  const storage = deviceStorage()
  device = storage?.getItem(DEVICE) ?? device
  try {
    storage?.setItem(DEVICE, device)
  } catch {
    // Full: it has this name until the page is left.
  }
  return device
}
let device = randomKey()
const DEVICE = 'device'

function prune(storage: Storage, now: number): void {
  const all = Object.keys(storage)
    .filter((key) => key.startsWith(PREFIX))
    .map((key) => {
      const text = storage.getItem(key) ?? ''
      return { key, size: text.length, savedAt: parsed(text)?.savedAt ?? 0 }
    })
    .toSorted((a, b) => b.savedAt - a.savedAt)
  let size = 0
  for (const [index, one] of all.entries()) {
    size += one.size
    const isTooMuch = index >= KEPT_MAX || size > KEPT_SIZE_MAX_TOTAL
    if (isTooMuch || now - one.savedAt > KEPT_MS) storage.removeItem(one.key)
  }
}

/** What stands there, unless it is damaged. */
function parsed(text: string | null | undefined): Unsaved | undefined {
  try {
    const kept: Partial<Unsaved> | null = JSON.parse(text ?? 'null')
    return typeof kept?.savedAt === 'number' && typeof kept.base === 'string' && kept.values
      ? (kept as Unsaved)
      : undefined
  } catch {
    return undefined
  }
}
