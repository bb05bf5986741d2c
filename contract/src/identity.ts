import { endpoint } from './endpoint.ts'

export type { IdentityUser } from './schemas/identity.ts'

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

export const signUp = endpoint({
  method: 'POST',
  path: '/api/auth/sign-up/email',
  summary:
    'Create an account. Where addresses are verified, a code is mailed and nobody is signed in yet.',
  auth: 'public',
  body: 'SignUp',
  data: 'Entry',
})

export const signIn = endpoint({
  method: 'POST',
  path: '/api/auth/sign-in/email',
  summary: 'Sign in; the session is set as a cookie.',
  auth: 'public',
  body: 'SignIn',
  data: 'Entry',
})

export const signOut = endpoint({
  method: 'POST',
  path: '/api/auth/sign-out',
  summary: 'End this session and its tokens.',
  auth: 'public',
  data: 'Done',
})

export const signOutElsewhere = endpoint({
  method: 'POST',
  path: '/api/auth/revoke-other-sessions',
  summary: 'End all other sessions of the signed-in person.',
  auth: 'public',
  data: 'Done',
})

export const getSession = endpoint({
  method: 'GET',
  path: '/api/auth/get-session',
  summary: 'Who the session cookie belongs to; null when signed out.',
  auth: 'public',
  data: 'IdentitySession',
})

export const getToken = endpoint({
  method: 'GET',
  path: '/api/auth/token',
  summary: 'A bearer token for the API, good for 15 minutes.',
  auth: 'public',
  data: 'Token',
})

export const sendEmailCode = endpoint({
  method: 'POST',
  path: '/api/auth/email-otp/send-verification-otp',
  summary:
    'Mail the code that proves a new address once more, for the browser that signed up. Answers the same for every address.',
  auth: 'public',
  body: 'EmailAddress',
  data: 'Done',
})

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/api/auth/email-otp/verify-email',
  summary: 'Prove the address by the mailed code; signs in where the account was created.',
  auth: 'public',
  body: 'VerifyEmail',
  data: 'Entry',
})

export const requestPasswordReset = endpoint({
  method: 'POST',
  path: '/api/auth/email-otp/request-password-reset',
  summary:
    'Mail a code to set a new password, good in the browser that asked: a cookie keeps what belongs to it. Answers the same for every address.',
  auth: 'public',
  body: 'EmailAddress',
  data: 'Done',
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/email-otp/reset-password',
  summary: 'Set a new password by the mailed code, where it was asked for; ends all sessions.',
  auth: 'public',
  body: 'ResetPassword',
  data: 'Done',
})

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/auth/change-password',
  summary: 'Change the password of the signed-in person; ends all other sessions.',
  auth: 'public',
  body: 'ChangePassword',
  data: 'Done',
})

export const requestEmailChange = endpoint({
  method: 'POST',
  path: '/api/auth/request-email-change',
  summary:
    'Mail a code to the address that the signed-in person wants to use from now on, good in this browser. Asks for the password; answers the same for an address that has an account.',
  auth: 'public',
  body: 'EmailChangeRequest',
  data: 'Done',
})

export const changeEmail = endpoint({
  method: 'POST',
  path: '/api/auth/change-email',
  summary:
    'Take the new address over by its mailed code; the former one is told, and all sessions stay.',
  auth: 'public',
  body: 'EmailChange',
  data: 'Done',
})
