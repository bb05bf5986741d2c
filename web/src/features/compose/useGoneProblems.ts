import { useEffect, useRef } from 'react'
import type { FieldErrors, FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import type { ZodMiniType } from 'zod/mini'

/**
 * Takes away what was said at a field once another choice makes it right, and says it again once that choice is undone.
 * A form judges only the field that is changed, and the day of the month may not matter any more. `schema` is what the
 * form is held to.
 */
export function useGoneProblems<V extends FieldValues>(
  form: UseFormReturn<V>,
  schema: ZodMiniType,
) {
  const gone = useRef(new Set<string>())
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback({ values, errors = {} }) {
          const shown = judgedIn(errors)
          if (shown.length + gone.current.size === 0) return
          const issues = schema.safeParse(values).error?.issues ?? []
          const wrong = new Set(issues.map(({ path }) => path.join('.')))
          const right = shown.filter((name) => !wrong.has(name.replace(/\.root$/, '')))
          const back = [...gone.current].filter((name) => wrong.has(name))
          for (const name of right) gone.current.add(name)
          for (const name of back) gone.current.delete(name)
          if (right.length > 0) form.clearErrors(right as FieldPath<V>[])
          if (back.length > 0) void form.trigger(back as FieldPath<V>[])
        },
      }),
    [form, schema],
  )
}

/** The names of the fields that the form itself found wrong. What the server refused has another type, or none. */
function judgedIn(errors: FieldErrors, at = ''): string[] {
  return Object.entries(errors).flatMap(([key, error]) => {
    if (key === 'ref' || typeof error !== 'object' || error === null) return []
    const judged = ![undefined, 'server'].includes((error as { type?: string }).type)
    return [...(judged ? [at + key] : []), ...judgedIn(error as FieldErrors, `${at}${key}.`)]
  })
}
