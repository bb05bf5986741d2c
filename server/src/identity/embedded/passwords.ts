import { PASSWORD_MAX } from '@carillon/contract/wire'
import type { Context } from '../../platform/context.ts'
import { commonPasswords } from './common-passwords.ts'
import { passwordRefused } from './refusals.ts'

/** Throws at the field `path`, in words, when a new password is too easy to guess. */
export function checkPassword(
  { config }: Context,
  path: string,
  password: string,
  email: string,
): void {
  const minLength = config.auth.passwordMinLength
  const problem = passwordProblem(password, { minLength, email })
  if (problem) throw passwordRefused(path, problem)
}

/** What is wrong with a new password, in words, or undefined. */
function passwordProblem(
  password: string,
  policy: { minLength: number; email: string },
): string | undefined {
  const length = Array.from(password).length
  if (length < policy.minLength) return `Use at least ${policy.minLength} characters.`
  if (length > PASSWORD_MAX) return `Use at most ${PASSWORD_MAX} characters.`
  const plain = password.normalize('NFKC').toLowerCase()
  if (commonPasswords.has(plain) || new Set(plain).size < 3) {
    return 'This password is one of the first that people guess. Choose another.'
  }
  if (plain === policy.email || plain === policy.email.split('@')[0]) {
    return 'Choose a password that is not your e-mail address.'
  }
  return undefined
}
