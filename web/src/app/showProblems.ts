import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { formProblems } from '../../api/formErrors.ts'

/** Puts what the server refused beside its field, whose name is the same there, the rest above the button. */
export function tellProblems<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  error: unknown,
  has: readonly Path<Values>[],
) {
  const { fields, form: rest } = formProblems(error, (path) => has.find((name) => name === path))
  for (const [index, { path, message }] of fields.entries()) {
    form.setError(path, { message }, { shouldFocus: index === 0 })
  }
  if (rest) form.setError('root', { message: rest })
}
