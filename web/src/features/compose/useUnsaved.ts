import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { randomKey } from '../../api/randomKey.ts'
import { useUser } from '../../api/session/useSession.ts'
import {
  deviceName,
  forgetOnDevice,
  keepOnDevice,
  newestOnDevice,
  newFormKey,
  readOnDevice,
  type UnsavedOnDevice,
} from '../../app/unsaved.ts'
import { formIdOfTab, isFormHeld, isSavedOnLeave } from '../../app/tabForm.ts'
import type { Attempt, AttemptStorage } from './creation.ts'
import { fitting } from './fitting.ts'
import { doubtOf, textOf, useAttempt } from './useAttempt.ts'
import { useDeviceCopy } from './useDeviceCopy.ts'
import { useHeldForm, useIsFormHeld } from './useHeldForm.ts'
import { useStoreLater } from './useStoreLater.ts'
import { useUnsavedOnServer } from './useUnsavedOnServer.ts'
import { useRenderedValueRef, useValueRef } from './useValueRef.ts'

/** After how long a pause in typing the values are stored, in milliseconds. */
const PAUSE_MS = 400

type UnsavedOptions<T> = {
  /** Which form it is: the id of what it edits, or `new`. */
  place: string
  /** Whether it creates something. Then the form has an id, from which only one thing is created. */
  isNew?: boolean
  /** The state that is edited. Stored values of another state are offered, not filled in. */
  base: () => string
  /** Whether these values are saved already, although no answer said so. */
  isSaved?: (values: T) => boolean
  /** Whether stored values are filled in even if they belong to another state. */
  always?: boolean | undefined
  /** Called when another new form takes the place of this one. */
  onOther?: () => void
}

/** Stored values of a form: filled in already, or offered because the thing has changed since. */
export type RestorableForm = {
  savedAt: number
  restored: boolean
  /** Why nobody knows yet whether they are saved: they were being saved, or the server has not answered yet. */
  doubt: ReturnType<typeof doubtOf>
  /** Fills the values in. */
  use: () => void
  /** Deletes the stored values. If they are filled in already, the form is reset. */
  discard: () => void
}

/**
 * Stores the unsaved values of a form until they are saved or discarded, and restores them when the form is opened again:
 * on this device at once, and on the server for other devices (`elsewhere`). `forget` deletes them; nothing is stored
 * again until something is typed. `created` is what was created from this form, on any device.
 */
export function useUnsaved<T extends FieldValues>(
  form: UseFormReturn<T>,
  { place, isNew = false, base, isSaved, always, onOther }: UnsavedOptions<T>,
) {
  const { uid } = useUser()
  const [found, setFound] = useState(() => {
    // What is still being saved, after its page was left, is not filled in again.
    const isOpen = (id: string) => isSavedOnLeave(newFormKey(place, id))
    const stored: (UnsavedOnDevice & { formId?: string }) | undefined = isNew
      ? newestOnDevice(uid, place, { own: formIdOfTab(uid, place), isOpen })
      : isSavedOnLeave(place)
        ? undefined
        : readOnDevice(uid, place)
    const values = stored && fitting(stored.values, form.getValues())
    if (!stored || !values) return undefined
    if (isSaved?.(values)) {
      forgetOnDevice(uid, place)
      return undefined
    }
    const same = always || stored.base === base()
    return { formId: undefined, ...stored, values, same, stored: stored.values }
  })
  const [first] = useState(() => ({
    formId: isNew ? (found?.same && found.formId) || randomKey() : undefined,
    savedAt: found?.savedAt,
    values: structuredClone(form.getValues()),
  }))
  const formId = useValueRef(first.formId)
  const offeredId = useValueRef(found?.same ? undefined : found?.formId)
  const attempt = useAttempt(form)
  /** Whether this tab has the form for itself: before that it stores nothing of it, and repeats no press. */
  const isHeld = useRenderedValueRef(!isNew || !found?.same)
  const copy = useDeviceCopy(form, { place, formId, base, attempt, stored: found?.stored })
  /** Values that are offered here and neither used nor discarded: a save of others does not delete them. */
  const undecided = useRef(isNew || found?.same ? undefined : found)
  const onServer = useUnsavedOnServer(form, {
    place,
    formId,
    offeredId,
    base,
    local: found?.same ? JSON.stringify(found.values) : undefined,
    localAt: first.savedAt,
    pressedText: attempt.pressedText,
    isHeld: isHeld.get,
    isSaved,
  })
  const { forget: forgetOnServer, setFormId } = onServer
  const [restored, setRestored] = useState(false)
  const { isDirty } = form.formState
  const isToRenew = useRenderedValueRef(false)
  const onServerRef = useRef(onServer)
  useEffect(() => {
    onServerRef.current = onServer
  })

  /** Presses that wait until it has. */
  const waiting = useRef<(() => void)[]>([])
  const { hold, setBusy, isBusy } = useHeldForm({
    place,
    formId: first.formId,
    onHeld() {
      isHeld.set(true)
      if (form.formState.isDirty) storeNow()
      for (const goOn of waiting.current.splice(0)) goOn()
    },
    onTaken: yieldForm,
  })
  /** Another new form takes the place of this one; a new one without an id. */
  const become = useCallback(
    (known?: string) => {
      const id = known ?? randomKey()
      isToRenew.set(false)
      // Nobody else can hold a new one.
      isHeld.set(known === undefined)
      attempt.end()
      onOther?.()
      setFormId(id)
      hold(id)
    },
    [isToRenew, isHeld, attempt, onOther, setFormId, hold],
  )

  const use = useCallback(() => {
    if (!found) return
    form.reset(found.values, { keepDefaultValues: true })
    undecided.current = undefined
    offeredId.set(undefined)
    if (found.formId && found.formId !== formId.get()) become(found.formId)
    attempt.restore(found)
    setRestored(true)
  }, [found, form, attempt, formId, offeredId, become])

  // Before the first paint, so that the form does not visibly change.
  const isFirst = useRef(true)
  useLayoutEffect(() => {
    if (isFirst.current && found?.same) use()
    isFirst.current = false
  }, [found, use])

  /** Begins another form, with what was typed here: another tab has this one open. */
  function yieldForm() {
    if (found && textOf(form) === JSON.stringify(found.values)) form.reset(first.values)
    setFound(undefined)
    setRestored(false)
    become()
  }

  const forgetCopies = useCallback(() => {
    if (undecided.current) {
      const { base, stored, savedAt } = undecided.current
      keepOnDevice(uid, place, { base, values: stored }, savedAt)
      return forgetOnServer()
    }
    setFound(undefined)
    // The copies may be of another tab.
    if (isHeld.get() && copy.forget()) forgetOnServer()
  }, [uid, place, isHeld, copy, forgetOnServer])

  const storeNow = useCallback(() => {
    if (isHeld.get()) copy.store()
  }, [isHeld, copy])

  const onEnd = useCallback(
    (flush: () => void) => {
      // The form has no changes left, or the session ended while the page was open.
      if (form.formState.isDirty) flush()
      else forgetCopies()
    },
    [form, forgetCopies],
  )
  const drop = useStoreLater(form, { pauseMs: PAUSE_MS, store: storeNow, onEnd })
  const forget = useCallback(() => {
    drop()
    forgetCopies()
  }, [drop, forgetCopies])

  /** Forgets the form, and gives it another id: what is in it from now on is another new thing. */
  const renew = useCallback(() => {
    forget()
    attempt.end()
    if (isNew) become()
  }, [forget, attempt, isNew, become])

  const isFoundOpen = useIsFormHeld(place, found?.same || restored ? undefined : found?.formId)
  const restorable: RestorableForm | undefined = found && {
    savedAt: found.savedAt,
    restored,
    doubt: doubtOf(found.unanswered as Attempt | undefined, onServer.isKnown || !isNew),
    use,
    discard: () => {
      undecided.current = undefined
      if (restored) {
        // What was saved from a new form must not fill the next one.
        form.reset(isNew ? first.values : undefined)
        renew()
      } else if (found.formId) void discardOffered(found.formId)
      else {
        forget()
        if (isDirty) storeNow()
      }
    },
  }
  async function discardOffered(id: string) {
    setFound(undefined)
    // Another tab may have opened it since it was offered.
    if (await isFormHeld(place, id)) return
    forgetOnDevice(uid, newFormKey(place, id))
    forgetOnServer(id)
    offeredId.set(undefined)
    const own = formId.get()
    if (own) setFormId(own)
  }
  const [unanswered] = useState((): AttemptStorage => ({
    form: () => {
      const unsavedRev = onServerRef.current.seenRev()
      return {
        formId: formId.get() ?? '',
        device: deviceName(),
        ...(unsavedRev === undefined ? {} : { unsavedRev }),
      }
    },
    read: attempt.get,
    begin(press) {
      if (isToRenew.get()) renew()
      const begun = attempt.begin(press)
      storeNow()
      return begun
    },
    end() {
      attempt.end()
      // The page may have been left without it.
      if (copy.exists()) storeNow()
    },
    startAnew() {
      isToRenew.set(true)
      attempt.end()
      onOther?.()
      storeNow()
      void onServerRef.current.refetch()
    },
    typedSince: attempt.typedSince,
    setBusy,
    whenHeld: () =>
      isHeld.get() ? undefined : new Promise<void>((goOn) => waiting.current.push(goOn)),
  }))
  const { created } = onServer
  // What another tab of this browser has open is offered there.
  const isOwn = onServer.elsewhere?.formId === (formId.get() ?? '')
  const isOpenThere = useIsFormHeld(place, onServer.elsewhere?.formId)
  const [taken, setTaken] = useState<string>()
  const isFree = isOpenThere === false && taken !== onServer.elsewhere?.formId
  const elsewhere = isOwn || isFree ? onServer.elsewhere : undefined
  return {
    // It is shown in the tab that has it open.
    restorable: isFoundOpen ? undefined : restorable,
    elsewhere: elsewhere && {
      ...elsewhere,
      async use() {
        if (isNew && elsewhere.formId !== formId.get()) {
          // Another tab went on with it since it was offered.
          if (await isFormHeld(place, elsewhere.formId)) return setTaken(elsewhere.formId)
          // What stands here is another new thing, and stays on this device.
          if (isDirty) storeNow()
          become(elsewhere.formId)
        }
        attempt.end()
        void elsewhere.use()
      },
    },
    // If it is over, the page has said so, and this would be said twice.
    created: isToRenew.get() ? undefined : created,
    isHeld: isHeld.get(),
    unanswered,
    forget,
    /** For somebody who leaves without saving; what is being saved stays until it is, because it may be refused. */
    leave: () => isBusy.current || forget(),
  }
}
