import * as z from 'zod/mini'
import type { Path, UseFormReturn, FieldValues } from 'react-hook-form'
import { IdentityError } from '../../api/session/identity.ts'
import { errorWords } from '../../api/errors.ts'

/** What the forms of this feature ask for, with the words for what is wrong. */
export const emailField = z.pipe(
  z.string().check(z.trim()),
  z.email('Enter an e-mail address, like name@example.com.'),
)

export const passwordField = z.string().check(z.minLength(1, 'Enter your password.'))

export const newPasswordField = (minLength: number) =>
  z
    .string()
    .check(
      z.minLength(minLength, `Use at least ${minLength} characters.`),
      z.maxLength(128, 'Use at most 128 characters.'),
    )

/** A code from a mail, which is shown there in two groups: spaces between its digits are left out. */
export const codeField = z.string().check(
  z.overwrite((code) => code.replaceAll(/\s/g, '')),
  z.regex(/^(\d{6}|\d{10})$/, 'Enter all digits of the code.'),
)

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
