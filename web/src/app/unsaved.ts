import { randomKey } from '../api/randomKey.ts'
import { keyOf, PREFIX, deviceStorage } from './unsavedStorage.ts'

/**
 * The unsaved values of a form, stored on this device for their user: a reload, a crash or an ended session does not
 * lose them. If storage is full or forbidden, nothing is stored and nothing fails.
 */
export type UnsavedOnDevice = {
  /** When they were typed; of values that are being saved, when the button was pressed. */
  savedAt: number
  /** The state that was edited: of the thing on the server, or, for a new thing, the address of its page. */
  base: string
  values: unknown
  /** The press that saves these values, until its answer arrives. */
  unanswered?: unknown
}

/** How many forms a device stores; how large one form may be, and all together, in characters; for how long. */
export const UNSAVED_MAX = 20
export const UNSAVED_SIZE_MAX = 300_000
export const UNSAVED_SIZE_MAX_TOTAL = 1_000_000
export const UNSAVED_MS = 14 * 24 * 60 * 60_000

/** Returns the unsaved values of a form, unless they are too old. */
export function readOnDevice(
  uid: string,
  formKey: string,
  now = Date.now(),
): UnsavedOnDevice | undefined {
  const stored = parsed(deviceStorage()?.getItem(keyOf(uid, formKey)))
  return stored && now - stored.savedAt <= UNSAVED_MS ? stored : undefined
}

/** The name in storage of a form: several of a place are stored beside each other. */
export const keyOfForm = (place: string, formId: string) => `${place}:${formId}`

/** A form with the id under which it is stored. */
export type FormOnDevice = UnsavedOnDevice & { formId: string }

/** All forms of a place that this device has stored: `own` first, then the newest. */
export function formsOnDevice(
  uid: string,
  place: string,
  own?: string | null,
  now = Date.now(),
): FormOnDevice[] {
  const prefix = keyOf(uid, keyOfForm(place, ''))
  const stored = Object.keys(deviceStorage() ?? {}).flatMap((key) => {
    if (!key.startsWith(prefix)) return []
    const formId = key.slice(prefix.length)
    const one = readOnDevice(uid, keyOfForm(place, formId), now)
    return one ? [{ ...one, formId }] : []
  })
  const rank = ({ formId, savedAt }: FormOnDevice) => (formId === own ? Infinity : savedAt)
  return stored.toSorted((a, b) => rank(b) - rank(a))
}

/** Stores the values of a form, and deletes the oldest forms that are too old or too many. */
export function keepOnDevice(
  uid: string,
  formKey: string,
  unsaved: Omit<UnsavedOnDevice, 'savedAt'>,
  now = Date.now(),
): void {
  const text = JSON.stringify({ ...unsaved, savedAt: now } satisfies UnsavedOnDevice)
  // Too large to store. Older values of this form must go as well: they would be offered as the last ones.
  const storage = deviceStorage()
  if (text.length > UNSAVED_SIZE_MAX) return storage?.removeItem(keyOf(uid, formKey))
  try {
    storage?.setItem(keyOf(uid, formKey), text)
    if (storage) prune(storage, now)
  } catch {
    storage?.removeItem(keyOf(uid, formKey))
  }
}

/** Deletes the unsaved values of a form after they were saved or discarded. */
export const forgetOnDevice = (uid: string, formKey: string): void =>
  deviceStorage()?.removeItem(keyOf(uid, formKey))

/** The random name of this browser, which tells its own unsaved values from those of other devices. */
export function deviceName(): string {
  const storage = deviceStorage()
  device = storage?.getItem(DEVICE) ?? device
  try {
    storage?.setItem(DEVICE, device)
  } catch {
    // Storage is full: the name lasts until the page is left.
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
    const isTooMuch = index >= UNSAVED_MAX || size > UNSAVED_SIZE_MAX_TOTAL
    if (isTooMuch || now - one.savedAt > UNSAVED_MS) storage.removeItem(one.key)
  }
}

/** Returns undefined if the text is damaged. */
function parsed(text: string | null | undefined): UnsavedOnDevice | undefined {
  try {
    const stored: Partial<UnsavedOnDevice> | null = JSON.parse(text ?? 'null')
    return typeof stored?.savedAt === 'number' && typeof stored.base === 'string' && stored.values
      ? (stored as UnsavedOnDevice)
      : undefined
  } catch {
    return undefined
  }
}
