import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { formProblems } from '../api/formErrors.ts'

/** Shows each problem at the field that `fieldOf` returns for its path in the request, all others above the button. */
export function showProblems<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  error: unknown,
  fieldOf: (path: string) => Path<Values> | undefined,
) {
  const { fields, form: rest } = formProblems(error, fieldOf)
  for (const [index, { path, message }] of fields.entries()) {
    form.setError(path, { message }, { shouldFocus: index === 0 })
  }
  if (rest) form.setError('root', { message: rest })
}
