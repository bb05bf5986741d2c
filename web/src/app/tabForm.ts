import { randomKey } from '../api/randomKey.ts'
import {
  forgetOnDevice,
  formsOnDevice,
  type FormOnDevice,
  keepOnDevice,
  keyOfForm,
  readOnDevice,
} from './unsaved.ts'
import { tabStorage } from './unsavedStorage.ts'

/**
 * How long a tab waits for the lock of its own form, in milliseconds: after a reload the page before may still have it.
 * A copied tab waits in vain.
 */
const OWN_MS = 2_000

/** The form that a page has open. */
export type TabForm = ReturnType<typeof tabForm>

/** What the device had stored when a form was opened: its own values, and those of another form. */
type Opened = { filled?: FormOnDevice; offered?: FormOnDevice | undefined }

/** A form that this tab has for itself, with what the device had stored. */
export type HeldForm = Opened & { tab: TabForm }

/** The forms that are being saved, also those whose page was left meanwhile. */
const saving = new Set<TabForm>()

/** Whether a form is being saved by this tab: until that is answered, it is filled in nowhere else. */
const isBeingSaved = (key: string): boolean => [...saving].some((form) => form.key() === key)

const ask = (event: Event) => event.preventDefault()

type OpenOptions = {
  /** Whether the form changes something that exists. */
  isChange?: boolean
  /** Whether values of another state are filled in as well. */
  always?: boolean | undefined
}

/**
 * The form of a page. After `open` no other tab fills it in until it is closed and saved. Without a secure context
 * browsers know no locks, and tabs share forms.
 */
export function tabForm(uid: string, place: string) {
  const keyOfTab = tabKeyOf(uid, place)
  let id = ''
  let release = () => {}
  let isClosed = false
  const form = {
    place,
    /** The id of the form; empty until it is opened. */
    id: () => id,
    /** The name of the form in the storage of the device. */
    key: () => keyOfForm(place, id),

    /**
     * Takes the form that this tab had open last, also before a reload, otherwise the one that was typed last and that no
     * tab has open. If it was typed for another `base`, it is offered beside an empty form. Beside a form that is filled
     * in, another is offered that no tab has open: of changes each one, else it would be offered only for an older state;
     * of new forms one whose save nobody waits for any more.
     */
    async open(base: string, { isChange, always }: OpenOptions = {}): Promise<Opened> {
      const own = tabStorage()?.getItem(keyOfTab)
      for (const { formId } of left(own)) {
        if (!(await form.hold(formId, formId === own ? OWN_MS : 0))) continue
        // The tab that had it until now may have typed on, or saved it.
        const one = readOnDevice(uid, form.key())
        if (!one) continue
        if (one.base !== base && !always) {
          form.renew()
          return { offered: { ...one, formId } }
        }
        const open = await openForms()
        const isLeft = (other: FormOnDevice) =>
          (isChange || other.unanswered !== undefined) &&
          !open.includes(keyOfForm(place, other.formId))
        // Another one may have been saved while this tab waited.
        const others = left().filter((other) => other.formId !== formId)
        return { filled: { ...one, formId }, offered: locks() && others.find(isLeft) }
      }
      form.renew()
      return {}
    },

    /** Goes on as another form. False if another tab still has that open after a time. */
    async hold(next: string, waitMs = 0): Promise<boolean> {
      const lock = requestLock(keyOfForm(place, next), waitMs)
      if (!(await lock.isHeld)) return false
      become(next, lock.release)
      return true
    },

    /** Goes on as a form that nobody knows yet. */
    renew(): void {
      const next = randomKey()
      become(next, requestLock(keyOfForm(place, next)).release)
    },

    isSaving: () => saving.has(form),

    setSaving(isSaving: boolean): void {
      if (isSaving) saving.add(form)
      else saving.delete(form)
      if (saving.size > 0) addEventListener('beforeunload', ask)
      else removeEventListener('beforeunload', ask)
      if (isClosed) form.close()
    },

    /** Whether the page of the form was left. */
    isClosed: () => isClosed,
    close(): void {
      isClosed = true
      if (!saving.has(form)) release()
    },
  }
  return form

  /** What the device has stored of the place, without what is being saved. */
  function left(own?: string | null): FormOnDevice[] {
    const stored = formsOnDevice(uid, place, own)
    return stored.filter(({ formId }) => !isBeingSaved(keyOfForm(place, formId)))
  }

  function become(next: string, releaseNext: () => void) {
    release()
    id = next
    release = releaseNext
    if (isClosed) form.close()
    openNext(keyOfTab, next)
  }
}

const tabKeyOf = (uid: string, place: string) => `form:${uid}:${place}`

/** Notes which form of a place this tab opens next. */
function openNext(keyOfTab: string, formId: string): void {
  try {
    tabStorage()?.setItem(keyOfTab, formId)
  } catch {
    // Storage is full: the form that was typed last is opened.
  }
}

/** Moves what was typed into something that is gone to the forms that create something: this tab opens it there. */
export function moveToNew(
  uid: string,
  gone: string,
  { formId, values }: FormOnDevice,
  place: string,
) {
  keepOnDevice(uid, keyOfForm(place, formId), { base: '', values })
  openNext(tabKeyOf(uid, place), formId)
  // If the storage is full, it stays where it was.
  if (readOnDevice(uid, keyOfForm(place, formId))) forgetOnDevice(uid, keyOfForm(gone, formId))
}

/** Asks for the lock of a form, which lasts until it is released or the page ends. */
function requestLock(key: string, waitMs = 0) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const options = waitMs ? { signal: AbortSignal.timeout(waitMs) } : { ifAvailable: true }
  const isHeld = new Promise<boolean>((tell) => {
    const request = locks()?.request(key, options, (lock) => {
      tell(lock !== null)
      return lock ? released : undefined
    })
    // Without locks, or if the browser forbids them, nobody else asks for one.
    if (request) request.catch((error: Error) => tell(error.name !== 'TimeoutError'))
    else tell(true)
  })
  return { isHeld, release }
}

/** The names of all forms that tabs of this browser have open. */
export async function openForms(): Promise<(string | undefined)[]> {
  const { held = [] } =
    (await locks()
      ?.query()
      .catch(() => undefined)) ?? {}
  return held.map(({ name }) => name)
}

const locks = () => (navigator as Partial<Navigator>).locks
