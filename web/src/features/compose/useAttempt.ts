import { useMemo } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { randomKey } from '../../api/randomKey.ts'
import type { UnsavedOnDevice } from '../../app/unsaved.ts'
import type { Attempt } from './creation.ts'
import { useValueRef } from './useValueRef.ts'

/** The attempt to save a form that waits for its answer, and whether the form was changed since its last press. */
export function useAttempt<T extends FieldValues>(form: UseFormReturn<T>) {
  const attempt = useValueRef<Attempt | undefined>(undefined)
  const textAtPress = useValueRef<string | undefined>(undefined)
  return useMemo(
    () => ({
      get: attempt.get,
      /** A press is a part of the attempt that waits already, or begins one. */
      begin(press: string, text: string): Attempt {
        const begun = { id: attempt.get()?.id ?? randomKey(), press, pressedAt: Date.now() }
        attempt.set(begun)
        textAtPress.set(text)
        return begun
      },
      end: () => attempt.set(undefined),
      noteTold(told: NonNullable<Attempt['told']>) {
        const tried = attempt.get()
        if (tried) attempt.set({ ...tried, told })
      },
      /** Takes over the attempt with which the values of the form were stored. */
      restore({ unanswered, savedAt }: UnsavedOnDevice) {
        const tried = unanswered as Attempt | undefined
        attempt.set(tried)
        textAtPress.set(tried?.pressedAt === savedAt ? textOf(form) : undefined)
      },
      text: () => textOf(form),
      typedSince: () => textOf(form) !== textAtPress.get(),
      /** The values that are being saved, as a text; undefined while none are. */
      pressedText: () => (attempt.get() ? textAtPress.get() : undefined),
    }),
    [attempt, textAtPress, form],
  )
}

/** All values of a form as one text, to compare them. */
const textOf = <T extends FieldValues>(form: UseFormReturn<T>) => JSON.stringify(form.getValues())

/** How long after a press its request may still be on its way, in milliseconds. */
const UNDER_WAY_MS = 2 * 60_000

/** Why nobody knows whether values are saved, with the attempt with which they were stored. */
export const doubtOf = (
  tried: Attempt | undefined,
  isKnown: boolean,
): 'unanswered' | 'unknown' | undefined =>
  tried && (!isKnown || (tried.told !== 'refused' && Date.now() - tried.pressedAt < UNDER_WAY_MS))
    ? 'unanswered'
    : isKnown
      ? undefined
      : 'unknown'
