import type { ErrorCode } from '@carillon/contract/errors'
import type { IdentityReason } from '@carillon/contract/identity'
import { AppError } from '../../platform/errors.ts'

type Refusal = { code: ErrorCode; reason: IdentityReason; message: string; path?: string }

const mistypedCode: Refusal = {
  code: 'invalid',
  reason: 'code_wrong',
  message: 'This code is not right. Check the newest e-mail and try again.',
  path: 'otp',
}
const deadCode: Refusal = {
  code: 'invalid',
  reason: 'code_dead',
  message: 'This code does not work any more. Ask for a new one.',
  path: 'otp',
}
const knownEmail: Refusal = {
  code: 'conflict',
  reason: 'email_in_use',
  message: 'An account with this e-mail address exists. Sign in instead, or reset its password.',
  path: 'email',
}
const foreign: Refusal = {
  code: 'forbidden',
  reason: 'foreign_origin',
  message: 'This request comes from a page of another site.',
}
const ended: Refusal = {
  code: 'unauthenticated',
  reason: 'session_ended',
  message: 'Sign in to go on.',
}

/** The library's codes in our words. */
const refusals: Record<string, Refusal> = {
  INVALID_EMAIL_OR_PASSWORD: {
    code: 'unauthenticated',
    reason: 'credentials',
    // One text for both, so that nobody learns which addresses have an account.
    message: 'The e-mail address or the password is wrong.',
  },
  INVALID_PASSWORD: {
    code: 'invalid',
    reason: 'credentials',
    message: 'This is not your present password.',
    path: 'currentPassword',
  },
  EMAIL_NOT_VERIFIED: {
    code: 'forbidden',
    reason: 'email_unverified',
    message: 'This e-mail address has not been confirmed yet.',
    path: 'email',
  },
  USER_ALREADY_EXISTS: knownEmail,
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: knownEmail,
  INVALID_ORIGIN: foreign,
  MISSING_OR_NULL_ORIGIN: foreign,
  CROSS_SITE_NAVIGATION_LOGIN_BLOCKED: foreign,
}

/** What a refusal of the library is to the caller. */
export function refusal(status: number, body: unknown): Error {
  const code = (body as { code?: string } | null)?.code ?? ''
  const known = refusals[code] ?? (status === 401 ? ended : undefined)
  if (known) return refuse(known)
  return new Error(`The identity service answered ${status} ${code}.`)
}

function refuse({ code, reason, message, path }: Refusal): AppError {
  return new AppError(code, message, {
    reason,
    ...(path ? { details: [{ path, message }] } : {}),
  })
}

export const sameEmail = () =>
  refuse({
    code: 'invalid',
    reason: 'email_invalid',
    message: 'This is your address already.',
    path: 'email',
  })

export const emailInUse = () => refuse(knownEmail)

export const foreignOrigin = () => refuse(foreign)

export const wrongCode = () => refuse(mistypedCode)

export const expiredCode = () => refuse(deadCode)

/** A code is typed in a browser that did not ask for one. */
export const codeElsewhere = () =>
  refuse({
    ...deadCode,
    message: 'Enter the code in the browser where you asked for it, or ask for a new one here.',
  })

export const wrongPassword = () =>
  refuse({
    code: 'invalid',
    reason: 'credentials',
    message: 'This is not your password.',
    path: 'password',
  })

export const sessionEnded = () => refuse(ended)

export const passwordRefused = (path: string, message: string) =>
  refuse({ code: 'invalid', reason: 'password_refused', message, path })

export const isReason = (error: unknown, ...reasons: IdentityReason[]) =>
  error instanceof AppError && reasons.some((reason) => error.extra.reason === reason)
