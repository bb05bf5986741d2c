import { useMemo } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useUser } from '../../api/session/useSession.ts'
import { forgetOnDevice, keepOnDevice, newFormKey, readOnDevice } from '../../app/unsaved.ts'
import type { useAttempt } from './useAttempt.ts'
import { useValueRef, type ValueRef } from './useValueRef.ts'

type CopyOptions = {
  place: string
  formId: ValueRef<string | undefined>
  base: () => string
  attempt: ReturnType<typeof useAttempt>
  /** What this device had stored when the form was opened. */
  stored: unknown
}

/** The copy of a form's unsaved values on this device, with the attempt to save them. */
export function useDeviceCopy<T extends FieldValues>(
  form: UseFormReturn<T>,
  { place, formId, base, attempt, stored }: CopyOptions,
) {
  const { uid } = useUser()
  /** What this tab has stored last. */
  const lastStored = useValueRef<unknown>(stored)
  return useMemo(() => {
    const key = () => {
      const id = formId.get()
      return id ? newFormKey(place, id) : place
    }
    return {
      exists: () => readOnDevice(uid, key()) !== undefined,

      store() {
        const unanswered = attempt.get()
        const values = structuredClone(form.getValues())
        const before = readOnDevice(uid, key())
        const isStored = isSame(before?.values, values) && isSame(before?.unanswered, unanswered)
        lastStored.set(values)
        // It would else be stored for longer each time that somebody looks at it.
        if (isStored) return
        const tried = unanswered ? { unanswered, typedSince: attempt.typedSince() } : {}
        keepOnDevice(uid, key(), { base: base(), values, ...tried })
      },

      /** Deletes the copy. Returns false if another tab has typed something else into the same form: it keeps that. */
      forget(): boolean {
        const copy = readOnDevice(uid, key())
        if (copy && !isSame(copy.values, lastStored.get())) return false
        forgetOnDevice(uid, key())
        return true
      },
    }
  }, [uid, place, formId, base, attempt, form, lastStored])
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
