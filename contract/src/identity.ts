import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { DISPLAY_NAME_MAX } from './users.ts'
import { Done, Id, PASSWORD_MAX } from './wire.ts'

/**
 * The embedded identity service. The session lives in an HttpOnly cookie that only these calls read;
 * everything else takes the short-lived token of `getToken`. Hosted issuers do not answer here.
 */

/** Why an identity call was refused: the `reason` beside the error's code. */
export type IdentityReason =
  | 'credentials'
  | 'email_invalid'
  | 'email_in_use'
  | 'email_unverified'
  | 'password_refused'
  | 'code_wrong'
  /** It ran out, was used, or was tried too often. */
  | 'code_dead'
  | 'session_ended'
  /** The request came from a page of another site. */
  | 'foreign_origin'

const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'Enter an e-mail address, like name@example.com.')
  .pipe(z.email('Enter an e-mail address, like name@example.com.'))

const Password = z
  .string('Enter a password.')
  .min(1, 'Enter a password.')
  .max(PASSWORD_MAX, `Use at most ${PASSWORD_MAX} characters.`)

/** Six digits, or ten for an address whose codes somebody guesses at; people paste them with spaces. */
const Code = z
  .string()
  .transform((code) => code.replaceAll(/\s/g, ''))
  .pipe(z.string().regex(/^(\d{6}|\d{10})$/, 'Enter all digits of the code.'))

/** The person as the identity service knows them. */
export const IdentityUser = z.object({
  id: Id,
  email: z.string(),
  name: z.string(),
  emailVerified: z.boolean(),
})
export type IdentityUser = z.infer<typeof IdentityUser>

/** `signedIn` is false while the address is still to be proved by the mailed code. */
const Entry = z.object({ signedIn: z.boolean() })

export const signUp = endpoint({
  method: 'POST',
  path: '/api/auth/sign-up/email',
  summary:
    'Create an account. Where addresses are verified, a code is mailed and nobody is signed in yet.',
  auth: 'public',
  body: z.object({
    email: Email,
    password: Password,
    name: z.string().trim().max(DISPLAY_NAME_MAX, 'Use at most 60 characters.').default(''),
  }),
  data: Entry,
})

export const signIn = endpoint({
  method: 'POST',
  path: '/api/auth/sign-in/email',
  summary: 'Sign in; the session is set as a cookie.',
  auth: 'public',
  body: z.object({ email: Email, password: Password }),
  data: Entry,
})

export const signOut = endpoint({
  method: 'POST',
  path: '/api/auth/sign-out',
  summary: 'End this session and its tokens.',
  auth: 'public',
  data: Done,
})

export const signOutElsewhere = endpoint({
  method: 'POST',
  path: '/api/auth/revoke-other-sessions',
  summary: 'End all other sessions of the signed-in person.',
  auth: 'public',
  data: Done,
})

export const getSession = endpoint({
  method: 'GET',
  path: '/api/auth/get-session',
  summary: 'Who the session cookie belongs to; null when signed out.',
  auth: 'public',
  data: z.object({ user: IdentityUser.nullable() }),
})

export const getToken = endpoint({
  method: 'GET',
  path: '/api/auth/token',
  summary: 'A bearer token for the API, good for 15 minutes.',
  auth: 'public',
  data: z.object({ token: z.string() }),
})

export const sendEmailCode = endpoint({
  method: 'POST',
  path: '/api/auth/email-otp/send-verification-otp',
  summary:
    'Mail the code that proves a new address once more, for the browser that signed up. Answers the same for every address.',
  auth: 'public',
  body: z.object({ email: Email }),
  data: Done,
})

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/api/auth/email-otp/verify-email',
  summary: 'Prove the address by the mailed code; signs in where the account was created.',
  auth: 'public',
  body: z.object({ email: Email, otp: Code }),
  data: Entry,
})

export const requestPasswordReset = endpoint({
  method: 'POST',
  path: '/api/auth/email-otp/request-password-reset',
  summary:
    'Mail a code to set a new password, good in the browser that asked: a cookie keeps what belongs to it. Answers the same for every address.',
  auth: 'public',
  body: z.object({ email: Email }),
  data: Done,
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/email-otp/reset-password',
  summary: 'Set a new password by the mailed code, where it was asked for; ends all sessions.',
  auth: 'public',
  body: z.object({ email: Email, otp: Code, password: Password }),
  data: Done,
})

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/auth/change-password',
  summary: 'Change the password of the signed-in person; ends all other sessions.',
  auth: 'public',
  body: z.object({ currentPassword: Password, newPassword: Password }),
  data: Done,
})
