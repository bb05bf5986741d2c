import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useUser } from '../../api/session/useSession.ts'
import { forgetOnDevice, keepOnDevice, readOnDevice } from '../../app/unsaved.ts'
import { fitting } from './fitting.ts'
import { useValueRef } from './useValueRef.ts'
import { useUnsavedOnServer } from './useUnsavedOnServer.ts'

/** After how long a pause in typing the values are stored, in milliseconds. */
const PAUSE_MS = 400

type UnsavedOptions = {
  /** The name of the form in storage: the id of the thing, or `new`. */
  formKey: string
  /** The state that is edited. Stored values of another state are offered, not filled in. */
  base: () => string
  /** Whether stored values are filled in even if they belong to another state. */
  always?: boolean | undefined
}

/** Stored values of a form: filled in already, or offered because the thing has changed since. */
export type RestorableForm = {
  savedAt: number
  restored: boolean
  /** Whether they were being saved when this device stored them, and no answer came. */
  isUnanswered: boolean
  /** Whether the server had them and has them no longer: another device may have saved them. */
  isTaken: boolean
  /** Fills the values in. */
  use: () => void
  /** Deletes the stored values. If they are filled in already, the form is reset. */
  discard: () => void
}

/**
 * Stores the unsaved values of a form until they are saved or discarded, and restores them when the form is opened again:
 * on this device at once, and on the server for other devices (`elsewhere`). `forget` deletes them; nothing is stored
 * again until something is typed. `forgetBeforeSaving` does so on the server before a new thing is created, so that no other
 * device is offered what may exist already.
 */
export function useUnsaved<T extends FieldValues>(
  form: UseFormReturn<T>,
  { formKey, base, always }: UnsavedOptions,
) {
  const { uid } = useUser()
  const [found, setFound] = useState(() => {
    const stored = readOnDevice(uid, formKey)
    const values = stored && fitting(stored.values, form.getValues())
    const same = always || stored?.base === base()
    if (!stored || !values) return undefined
    const { savedAt, unanswered: attempt, typedSince, onServer = false } = stored
    return { savedAt, values, same, attempt, typedSince, onServer }
  })
  const attempt = useValueRef<unknown>(undefined)
  const valuesAtAttempt = useValueRef<string | undefined>(undefined)
  const [localAt] = useState(found?.savedAt)
  const isUnanswered = useCallback(() => attempt.get() !== undefined, [attempt])
  const isOnServer = useRef(found?.onServer ?? false)
  const onKept = useCallback(() => {
    isOnServer.current = true
    const stored = readOnDevice(uid, formKey)
    if (stored) keepOnDevice(uid, formKey, { ...stored, onServer: true })
  }, [uid, formKey])
  const onServer = useUnsavedOnServer(form, { formKey, base, localAt, isUnanswered, onKept })
  const { elsewhere, keep: keepElsewhere, forget: forgetElsewhere } = onServer
  const [restored, setRestored] = useState(false)
  const { isDirty } = form.formState
  const pending = useRef<ReturnType<typeof setTimeout>>(undefined)

  const use = useCallback(() => {
    if (!found) return
    form.reset(found.values, { keepDefaultValues: true })
    attempt.set(found.attempt)
    valuesAtAttempt.set(found.typedSince === false ? valuesText(form) : undefined)
    setRestored(true)
  }, [found, form, attempt, valuesAtAttempt])

  // Before the first paint, so that the form does not visibly change.
  const first = useRef(true)
  useLayoutEffect(() => {
    if (first.current && found?.same) use()
    first.current = false
  }, [found, use])

  const forget = useCallback(() => {
    clearTimeout(pending.current)
    pending.current = undefined
    forgetOnDevice(uid, formKey)
    isOnServer.current = false
    attempt.set(undefined)
    forgetElsewhere()
    setFound(undefined)
  }, [uid, formKey, attempt, forgetElsewhere])

  const storeNow = useCallback(
    () =>
      keepOnDevice(uid, formKey, {
        base: base(),
        values: form.getValues(),
        ...(isOnServer.current ? { onServer: true } : {}),
        ...(attempt.get()
          ? {
              unanswered: attempt.get(),
              typedSince: valuesText(form) !== valuesAtAttempt.get(),
            }
          : {}),
      }),
    [uid, formKey, base, form, attempt, valuesAtAttempt],
  )

  useEffect(() => {
    if (!isDirty) return
    const store = () => {
      pending.current = undefined
      storeNow()
    }
    const flush = () => {
      if (pending.current === undefined) return
      clearTimeout(pending.current)
      store()
    }
    const later = () => {
      clearTimeout(pending.current)
      pending.current = setTimeout(store, PAUSE_MS)
    }
    later()
    const stop = form.subscribe({ formState: { values: true }, callback: later })
    addEventListener('pagehide', flush)
    return () => {
      stop()
      removeEventListener('pagehide', flush)
      // The form has no changes left, or the session ended while the page was open.
      if (form.formState.isDirty) flush()
      else forget()
    }
  }, [isDirty, form, storeNow, forget])

  const restorable: RestorableForm | undefined = found && {
    savedAt: found.savedAt,
    restored,
    isUnanswered: found.attempt !== undefined,
    isTaken: found.onServer && onServer.isEmpty,
    use,
    discard: () => {
      if (restored) form.reset()
      forget()
    },
  }
  /** Stores the request that last saved this form, until its answer arrives. */
  const [unanswered] = useState(() => ({
    read: attempt.get,
    write(request: unknown) {
      attempt.set(request ?? undefined)
      valuesAtAttempt.set(valuesText(form))
      storeNow()
    },
    refused: () => keepElsewhere(),
    typedSince: () => valuesText(form) !== valuesAtAttempt.get(),
  }))
  const forgetBeforeSaving = async () => {
    // Where nothing can be stored on the device, the copy on the server is the only one.
    if (readOnDevice(uid, formKey)) await onServer.forgetBeforeSaving()
  }
  return { restorable, elsewhere, unanswered, forget, forgetBeforeSaving }
}

const valuesText = <T extends FieldValues>(form: UseFormReturn<T>) =>
  JSON.stringify(form.getValues())
