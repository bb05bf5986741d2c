import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { formProblems } from '../api/formErrors.ts'

/** Shows what the server refused: at the field that `fieldOf` answers for a path of the request, the rest above the button. */
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
