import { useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useUser } from '../../api/session/useSession.ts'
import {
  deviceName,
  type FormOnDevice,
  forgetOnDevice,
  keyOfForm,
  readOnDevice,
} from '../../app/unsaved.ts'
import { type HeldForm, openForms } from '../../app/tabForm.ts'
import type { Attempt, AttemptStorage } from './creation.ts'
import { fitting } from './fitting.ts'
import { doubtOf, useAttempt } from './useAttempt.ts'
import { useDeviceCopy } from './useDeviceCopy.ts'
import { useStoreLater } from './useStoreLater.ts'
import { useUnsavedOnServer, type ValuesFromElsewhere } from './useUnsavedOnServer.ts'
import { useRenderedValueRef } from './useValueRef.ts'

/** After how long a pause in typing the values are stored, in milliseconds. */
const PAUSE_MS = 400

type UnsavedOptions<T> = {
  /** The form that this tab has for itself. */
  held: HeldForm
  /** Whether it creates something. */
  isNew?: boolean
  /** The state that is edited. Stored values of another state are offered, not filled in. */
  base: () => string
  /** Whether these values are saved already, although no answer said so. */
  isSaved?: (values: T) => boolean
  /** Whether stored values are filled in even if they belong to another state. */
  always?: boolean | undefined
  /** Called when another form takes the place of this one. */
  onOther?: () => void
}

/** What this device had stored: the values of this form, which are filled in, or values that are offered. */
type Found<T> = FormOnDevice & {
  kind: 'filled' | 'offered'
  /** The stored values in the shape of the form. */
  fitted: T
}

/** Stored values of a form: filled in already, or offered because the thing has changed since. */
export type RestorableForm = {
  savedAt: number
  restored: boolean
  /** Why nobody knows yet whether they are saved: they were being saved, or the server has not answered yet. */
  doubt: ReturnType<typeof doubtOf>
  /** Fills the values in. */
  use: () => Promise<void>
  /** Deletes the stored values. If they are filled in already, the form is reset. */
  discard: () => Promise<void>
}

/** Unsaved values of another device, as they are offered. */
export type FormFromElsewhere = Omit<ValuesFromElsewhere<unknown>, 'values' | 'decide'> & {
  /** Fills them in, instead of the present values. */
  use: () => Promise<void>
}

/**
 * Stores the unsaved values of a form until they are saved or discarded, and restores them when the form is opened again:
 * on this device at once, and on the server for other devices (`elsewhere`). `forget` deletes them; nothing is stored
 * again until something is typed. `created` is what was created from this form, on any device.
 */
export function useUnsaved<T extends FieldValues>(
  form: UseFormReturn<T>,
  { held, isNew = false, base, isSaved, always, onOther }: UnsavedOptions<T>,
) {
  const { uid } = useUser()
  const { tab } = held
  const { place } = tab
  const [empty] = useState(() => structuredClone(form.getValues()))
  const [stored] = useState(read)
  const [notSaved] = useState(() => stored.filter((one) => !isSaved?.(one.fitted)))
  /** What is offered comes first: a person decides of it before the values that are filled in. */
  const found = useRenderedValueRef(notSaved)
  const shown = found.get()[0]
  const [last] = useState(found.get().at(-1))
  const attempt = useAttempt(form)
  const copy = useDeviceCopy(form, { tab, base, attempt, stored: last?.values })
  const { elsewhere, created, isKnown, seenRev, keepAgain, refetch, ...onServer } =
    useUnsavedOnServer(form, {
      tab,
      of: () => found.get().find(({ kind }) => kind === 'offered')?.formId ?? tab.id(),
      base,
      local: last?.kind === 'filled' ? JSON.stringify(last.fitted) : undefined,
      localAt: last?.savedAt,
      pressedText: attempt.pressedText,
      isSaved,
    })
  const { forget: forgetOnServer } = onServer
  const forgetSaved = useCallback(
    (formId: string) => {
      forgetOnDevice(uid, keyOfForm(place, formId))
      forgetOnServer(formId)
    },
    [uid, place, forgetOnServer],
  )
  // What was saved while its tab was closed, before the answer came.
  useEffect(() => {
    for (const one of stored) if (!notSaved.includes(one)) forgetSaved(one.formId)
  }, [stored, notSaved, forgetSaved])
  const { isDirty } = form.formState
  // Until the next press: what was created from it is not called unsaved after a reload.
  const isToRenew = useRenderedValueRef(false)

  const fill = useCallback(
    (one: Found<T>) => {
      form.reset(one.fitted, { keepDefaultValues: true })
      attempt.restore(one)
    },
    [form, attempt],
  )
  // Before the first paint, so that the form does not visibly change.
  useLayoutEffect(() => {
    if (last?.kind === 'filled') fill(last)
  }, [last, fill])

  /** Another form has taken the place of this one. */
  const onBecome = useCallback(() => {
    isToRenew.set(false)
    attempt.end()
    onOther?.()
    void refetch()
  }, [isToRenew, attempt, onOther, refetch])

  const forgetCopies = useCallback(() => {
    found.set(found.get().filter(({ kind }) => kind === 'offered'))
    // The copies may be of another tab.
    if (copy.forget()) forgetOnServer()
  }, [found, copy, forgetOnServer])

  const onEnd = useCallback(
    (flush: () => void) => {
      // The form has no changes left, or the session ended while the page was open.
      if (form.formState.isDirty) flush()
      else forgetCopies()
    },
    [form, forgetCopies],
  )
  const drop = useStoreLater(form, { pauseMs: PAUSE_MS, store: copy.store, onEnd })
  const forget = useCallback(() => {
    drop()
    forgetCopies()
  }, [drop, forgetCopies])

  /** Forgets the form, and gives it another id: what is in it from now on is another one. */
  const renew = useCallback(() => {
    forget()
    tab.renew()
    onBecome()
  }, [forget, tab, onBecome])

  /** Goes on as another form. What stands here stays on this device. False if another tab has that open. */
  async function become(formId: string): Promise<boolean> {
    if (isDirty) copy.store()
    const isHeld = await tab.hold(formId)
    if (isHeld) onBecome()
    return isHeld
  }

  const unanswered = useMemo(
    (): AttemptStorage => ({
      form() {
        const unsavedRev = seenRev()
        const rev = unsavedRev === undefined ? {} : { unsavedRev }
        return { formId: tab.id(), device: deviceName(), ...rev }
      },
      read: attempt.get,
      text: attempt.text,
      begin(press, text) {
        if (isToRenew.get()) renew()
        const begun = attempt.begin(press, text)
        copy.store()
        return begun
      },
      end() {
        attempt.end()
        // The page may have been left without it; and what nobody has typed is stored only while it is being saved.
        if (!copy.exists()) return
        if (form.formState.isDirty) copy.store()
        else copy.forget()
      },
      noteTold(what) {
        attempt.noteTold(what)
        if (copy.exists()) copy.store()
      },
      startAnew() {
        isToRenew.set(true)
        attempt.end()
        onOther?.()
        copy.store()
        // The query of a page that was left is that of the form that is shown now.
        if (!tab.isClosed()) void refetch()
      },
      typedSince: attempt.typedSince,
      keepAgain,
    }),
    [form, tab, attempt, copy, isToRenew, renew, onOther, seenRev, keepAgain, refetch],
  )

  // Of two texts of one form, a person decides one after the other.
  const offered = shown?.kind === 'offered' ? shown.formId : undefined
  const ofOther = elsewhere?.formId === offered ? undefined : elsewhere
  return {
    restorable: shown && restorableOf(shown),
    elsewhere: ofOther && {
      ...ofOther,
      async use() {
        const { formId, values, decide } = ofOther
        decide()
        // Another tab may have gone on with it since it was offered.
        if (formId !== tab.id() && !(await become(formId))) return
        attempt.end()
        found.set(found.get().filter(({ kind }) => kind === 'offered'))
        form.reset(values, { keepDefaultValues: true })
        copy.store()
      },
    },
    // If what was created is sent or deleted, the page says so already.
    created: isToRenew.get() ? undefined : created,
    unanswered,
    forget,
  }

  function read(): Found<T>[] {
    const { filled, offered } = held
    // The state may have changed while the form was opened.
    const isOther = filled && !always && filled.base !== base()
    if (isOther) tab.renew()
    return [...fitted(offered, 'offered'), ...fitted(filled, isOther ? 'offered' : 'filled')]
  }

  /** A change was not saved as long as the state is the same; of another state nobody knows. */
  function isKnownChange({ kind, unanswered }: Found<T>) {
    return kind === 'filled' || unanswered === undefined
  }

  function fitted(stored: FormOnDevice | undefined, kind: Found<T>['kind']): Found<T>[] {
    const fitted = stored && fitting(stored.values, form.getValues())
    return fitted ? [{ ...stored, kind, fitted }] : []
  }

  function restorableOf(one: Found<T>): RestorableForm {
    const restored = one.kind === 'filled'
    const remove = () => found.set(found.get().filter((other) => other !== one))
    return {
      savedAt: one.savedAt,
      restored,
      doubt: doubtOf(one.unanswered as Attempt | undefined, isNew ? isKnown : isKnownChange(one)),
      async use() {
        const { formId } = one
        // Another tab may have gone on with it since it was offered, or saved it.
        const stored = readOnDevice(uid, keyOfForm(place, formId))
        const [there] = fitted(stored && { ...stored, formId }, 'filled')
        const isThereSaved = there && isSaved?.(there.fitted)
        if (isThereSaved) forgetSaved(formId)
        if (!there || isThereSaved || !(await become(formId))) {
          remove()
          return void refetch()
        }
        fill(there)
        copy.store()
        found.set([there])
      },
      async discard() {
        remove()
        if (restored) {
          // What was saved from a new form must not fill the next one.
          form.reset(isNew ? empty : undefined)
          renew()
        } else {
          const key = keyOfForm(place, one.formId)
          // Another tab may have gone on with it since it was offered.
          if (!(await openForms()).includes(key)) {
            forgetOnDevice(uid, key)
            forgetOnServer(one.formId)
          }
          void refetch()
        }
      },
    }
  }
}
