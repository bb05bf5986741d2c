import { newFormKey } from './unsaved.ts'
import { tabStorage } from './unsavedStorage.ts'

/** The id of the form of a place that this tab had open last, also before a reload. */
export const formIdOfTab = (uid: string, place: string): string | null =>
  tabStorage()?.getItem(keyOfTab(uid, place)) ?? null

const keyOfTab = (uid: string, place: string) => `form:${uid}:${place}`

/**
 * How long a tab waits for the lock of its own form, in milliseconds: after a reload the page before may still have it.
 * A copied tab waits in vain.
 */
const OWN_MS = 2_000

/** The keys of forms that are being saved although their page was left. */
const savingOnLeave = new Set<string>()

/** Whether a form is still being saved after its page was left. */
export const isSavedOnLeave = (key: string): boolean => savingOnLeave.has(key)

/** Notes that a form goes on being saved after its page was left, or that this is over. */
export function setSavedOnLeave(key: string, isSaving: boolean): void {
  if (isSaving) savingOnLeave.add(key)
  else savingOnLeave.delete(key)
  if (savingOnLeave.size > 0) addEventListener('beforeunload', ask)
  else removeEventListener('beforeunload', ask)
}

const ask = (event: Event) => event.preventDefault()

type HoldOptions = {
  onHeld: () => void
  /** Called if another tab holds it. */
  onTaken: () => void
}

/**
 * Holds a form for this tab, so that no other tab fills it in as well. Returns the function that lets it go. Without a
 * secure context browsers know no locks, and tabs share forms.
 */
export function holdForm(
  { uid, place, formId }: { uid: string; place: string; formId: string },
  { onHeld, onTaken }: HoldOptions,
): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  const key = newFormKey(place, formId)
  const isOwn = formIdOfTab(uid, place) === formId
  const options = isOwn ? { signal: AbortSignal.timeout(OWN_MS) } : { ifAvailable: true }
  let isReleased = false
  const request = locks()?.request(key, options, (lock) => {
    if (!lock) return take()
    hold()
    return promise
  })
  // Without locks, or if the browser forbids them, nobody else asks for one.
  if (request) request.catch((error: Error) => (error.name === 'TimeoutError' ? take() : hold()))
  else hold()
  return () => {
    isReleased = true
    resolve()
  }

  function take() {
    if (!isReleased) onTaken()
  }

  function hold() {
    if (isReleased) return
    try {
      tabStorage()?.setItem(keyOfTab(uid, place), formId)
    } catch {
      // Storage is full: a reload opens the form that was typed last.
    }
    onHeld()
  }
}

/** Whether a tab of this browser has a form of a place open. */
export async function isFormHeld(place: string, formId: string): Promise<boolean> {
  const { held = [] } = (await locks()?.query()) ?? {}
  return held.some(({ name }) => name === newFormKey(place, formId))
}

const locks = () => (navigator as Partial<Navigator>).locks
