import { useMemo } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useUser } from '../../api/session/useSession.ts'
import type { TabForm } from '../../app/tabForm.ts'
import { forgetOnDevice, keepOnDevice, readOnDevice } from '../../app/unsaved.ts'
import type { useAttempt } from './useAttempt.ts'
import { useValueRef } from './useValueRef.ts'

type CopyOptions = {
  tab: TabForm
  base: () => string
  attempt: ReturnType<typeof useAttempt>
  /** What this device had stored when the form was opened. */
  stored: unknown
}

/** The copy of a form's unsaved values on this device, with the attempt to save them. */
export function useDeviceCopy<T extends FieldValues>(
  form: UseFormReturn<T>,
  { tab, base, attempt, stored }: CopyOptions,
) {
  const { uid } = useUser()
  /** What this tab has stored last. */
  const lastStored = useValueRef<unknown>(stored)
  return useMemo(
    () => ({
      exists: () => readOnDevice(uid, tab.key()) !== undefined,

      store() {
        const unanswered = attempt.get()
        const values = structuredClone(form.getValues())
        const before = readOnDevice(uid, tab.key())
        const isStored =
          before?.base === base() &&
          isSame(before.values, values) &&
          isSame(before.unanswered, unanswered)
        lastStored.set(values)
        // It would else be stored for longer each time that somebody looks at it.
        if (isStored) return
        const typed = { base: base(), values, ...(unanswered ? { unanswered } : {}) }
        const at = unanswered && !attempt.typedSince() ? unanswered.pressedAt : Date.now()
        keepOnDevice(uid, tab.key(), typed, at)
      },

      /** Deletes the copy. Returns false if another tab has typed something else into the same form: it keeps that. */
      forget(): boolean {
        const copy = readOnDevice(uid, tab.key())
        if (copy && !isSame(copy.values, lastStored.get())) return false
        forgetOnDevice(uid, tab.key())
        return true
      },
    }),
    [uid, tab, base, attempt, form, lastStored],
  )
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
