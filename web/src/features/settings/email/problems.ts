import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { IdentityError } from '../../../api/session/identity.ts'
import { showProblem } from '../../identity/fields.ts'

/** As on the pages for guests, but whoever is signed in is only wrong about their password. */
export function showIdentityProblem<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  error: unknown,
  has: readonly Path<Values>[],
) {
  const password = has.find((name) => name === 'password')
  if (password && error instanceof IdentityError && error.problem === 'credentials') {
    return form.setError(password, { message: 'This is not your password.' }, { shouldFocus: true })
  }
  showProblem(form, error, has)
}
