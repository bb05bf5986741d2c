import { z } from 'zod'
import type { Path, UseFormReturn, FieldValues } from 'react-hook-form'
import { IdentityError } from '../../api/session/identity.ts'
import { errorWords } from '../../api/errors.ts'

/** What the forms of this feature ask for, with the words for what is wrong. */
export const emailField = z
  .string()
  .trim()
  .pipe(z.email('Enter an e-mail address, like name@example.com.'))

export const passwordField = z.string().min(1, 'Enter your password.')

export const newPasswordField = (minLength: number) =>
  z
    .string()
    .min(minLength, `Use at least ${minLength} characters.`)
    .max(128, 'Use at most 128 characters.')

export const codeField = z
  .string()
  .trim()
  .regex(/^(\d{6}|\d{10})$/, 'Enter all digits of the code.')

/** Puts what the identity service refused beside its field, or above the button when it has none. */
export function showProblem<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  error: unknown,
  has: readonly Path<Values>[],
) {
  const field = error instanceof IdentityError ? error.field : undefined
  const message = error instanceof IdentityError ? error.message : errorWords(error)
  const path = has.find((name) => name === field)
  if (path) form.setError(path, { message }, { shouldFocus: true })
  else form.setError('root', { message })
}
