import { endpoint } from './endpoint.ts'

export type { IdentityUser } from './schemas/identity.ts'

/**
 * The embedded identity service. The session lives in an HttpOnly cookie that only these calls read;
 * everything else takes the short-lived token of `getToken`. Hosted issuers do not answer here.
 */

/** Why an identity call was refused: the `reason` of the error. */
export type IdentityReason =
  | 'credentials'
  | 'email_invalid'
  | 'email_in_use'
  | 'email_unverified'
  | 'password_refused'
  | 'code_wrong'
  /** The code expired, was used, or was tried too often. */
  | 'code_dead'
  | 'session_ended'
  /** The request came from a page of another site. */
  | 'foreign_origin'

export const signUp = endpoint({
  method: 'POST',
  path: '/api/auth/sign-up/email',
  summary:
    'Create an account. If addresses are verified, a code is mailed and the user is not signed in yet.',
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
  summary: 'End all other sessions of the signed-in user.',
  auth: 'public',
  data: 'Done',
})

export const getSession = endpoint({
  method: 'GET',
  path: '/api/auth/get-session',
  summary: 'Read the user of the session cookie; null if signed out.',
  auth: 'public',
  data: 'IdentitySession',
})

export const getToken = endpoint({
  method: 'GET',
  path: '/api/auth/token',
  summary: 'Get a bearer token for the API, valid for 15 minutes.',
  auth: 'public',
  data: 'Token',
})

export const sendEmailCode = endpoint({
  method: 'POST',
  path: '/api/auth/email-otp/send-verification-otp',
  summary:
    'Mail again the code that proves a new address, for the browser that signed up. The answer is the same for every address.',
  auth: 'public',
  body: 'EmailAddress',
  data: 'Done',
})

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/api/auth/email-otp/verify-email',
  summary: 'Prove the address with the mailed code; signs in if this browser created the account.',
  auth: 'public',
  body: 'VerifyEmail',
  data: 'Entry',
})

export const requestPasswordReset = endpoint({
  method: 'POST',
  path: '/api/auth/email-otp/request-password-reset',
  summary:
    'Mail a code to set a new password, valid only in the browser that requested it: a cookie there belongs to the code. The answer is the same for every address.',
  auth: 'public',
  body: 'EmailAddress',
  data: 'Done',
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/email-otp/reset-password',
  summary:
    'Set a new password with the mailed code, in the browser that requested it; ends all sessions.',
  auth: 'public',
  body: 'ResetPassword',
  data: 'Done',
})

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/auth/change-password',
  summary: 'Change the password of the signed-in user; ends all other sessions.',
  auth: 'public',
  body: 'ChangePassword',
  data: 'Done',
})

export const requestEmailChange = endpoint({
  method: 'POST',
  path: '/api/auth/request-email-change',
  summary:
    'Mail a code to the new address of the signed-in user, valid only in this browser. Needs the password. The answer is the same for an address that already has an account.',
  auth: 'public',
  body: 'EmailChangeRequest',
  data: 'Done',
})

export const changeEmail = endpoint({
  method: 'POST',
  path: '/api/auth/change-email',
  summary:
    'Change to the new address with its mailed code. The former address gets a mail; all sessions stay.',
  auth: 'public',
  body: 'EmailChange',
  data: 'Done',
})
