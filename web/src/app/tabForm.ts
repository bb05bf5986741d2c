import { newFormKey } from './unsaved.ts'
import { tabStorage } from './unsavedStorage.ts'

/** The id of the form of a place that this tab had open last, also before a reload. */
export const formIdOfTab = (uid: string, place: string): string | null =>
  tabStorage()?.getItem(keyOfTab(uid, place)) ?? null

const keyOfTab = (uid: string, place: string) => `form:${uid}:${place}`

/**
 * How long a tab waits for the lock of its own form, in milliseconds: after a reload the page before may still have it.
 * A duplicated tab waits in vain.
 */
const OWN_MS = 3_000

/**
 * Holds a form for this tab, so that no other tab fills it in as well. `onTaken` is called if another one holds it.
 * Returns the function that lets it go. Without a secure context browsers know no locks, and tabs share forms.
 */
export function holdForm(
  { uid, place, formId }: { uid: string; place: string; formId: string },
  onTaken: () => void,
): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  const key = newFormKey(place, formId)
  const isOwn = formIdOfTab(uid, place) === formId
  const options = isOwn ? { signal: AbortSignal.timeout(OWN_MS) } : { ifAvailable: true }
  let isReleased = false
  const hold = (lock: Lock | null) => {
    if (isReleased) return
    if (!lock) return onTaken()
    note()
    return promise
  }
  const request = locks()?.request(key, options, hold) ?? Promise.reject(new Error('No locks.'))
  request.catch((error: Error) => (error.name === 'TimeoutError' ? hold(null) : note()))
  return () => {
    isReleased = true
    resolve()
  }

  function note() {
    try {
      tabStorage()?.setItem(keyOfTab(uid, place), formId)
    } catch {
      // Storage is full: a reload opens the form that was typed last.
    }
  }
}

/** Whether a tab has a form of a place open. */
export async function isFormHeld(place: string, formId: string): Promise<boolean> {
  const { held = [] } = (await locks()?.query()) ?? {}
  return held.some(({ name }) => name === newFormKey(place, formId))
}

const locks = () => (navigator as Partial<Navigator>).locks
