import { useCallback, useEffect, useRef } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { aboutOf } from './content/shape.ts'
import { focusField } from './focusField.ts'

/** What the server refused about a form: it stands at its fields until what it is about is changed. */
export function useRefusals<V extends FieldValues>(form: UseFormReturn<V>) {
  const told = useRef<{ path: FieldPath<V>; seen: string }[]>([])
  const seenOf = useCallback(
    (path: FieldPath<V>) => JSON.stringify(form.getValues(aboutOf(path) as FieldPath<V>[])),
    [form],
  )

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback() {
          const gone = told.current.filter(({ path, seen }) => seenOf(path) !== seen)
          if (gone.length === 0) return
          told.current = told.current.filter((one) => !gone.includes(one))
          form.clearErrors(gone.map(({ path }) => path))
        },
      }),
    [form, seenOf],
  )

  /** Shows these instead of those before; the first gets the focus. */
  return useCallback(
    (refusals: readonly { path: FieldPath<V>; message: string }[]) => {
      told.current = refusals.map(({ path }) => ({ path, seen: seenOf(path) }))
      for (const { path, message } of refusals) form.setError(path, { message })
      const [first] = refusals
      if (first) focusField(first.path, (field) => form.setFocus(field as FieldPath<V>))
    },
    [form, seenOf],
  )
}
