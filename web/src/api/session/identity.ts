/** A user of the identity service; `uid` is the token's `sub`. */
export type IdentityUser = {
  uid: string
  email: string | null
  displayName?: string
  photoURL?: string
}

/** After signing up or in: done, or the code that was mailed is needed first. */
export type NextStep = 'signed-in' | 'verify-email'

/**
 * The interface to an identity service. Every adapter throws only IdentityError, whose message a person can read.
 */
export type IdentityClient = {
  signUp(input: { email: string; password: string; displayName: string }): Promise<NextStep>
  signIn(input: { email: string; password: string }): Promise<NextStep>
  /** Sends the code for a new address once more. */
  resendCode(email: string): Promise<void>
  /** Proves the address by the code and signs in where the service does so. */
  verifyEmail(input: { email: string; code: string }): Promise<void>
  requestReset(email: string): Promise<void>
  confirmReset(input: { email: string; code: string; password: string }): Promise<void>
  /** Sets another password and ends the other sessions; the present one must be known. */
  changePassword(input: { current: string; next: string }): Promise<void>
  /** Mails a code to the address that the signed-in person wants to change to. */
  requestEmailChange(input: { email: string; password: string }): Promise<void>
  /** Takes the new address over by its code; all sessions stay. */
  changeEmail(input: { email: string; code: string }): Promise<void>
  /** Ends all other sessions of the person. */
  signOutElsewhere(): Promise<void>
  /** The bearer token, renewed in time; `force` renews it now. Null when signed out. */
  getToken(force?: boolean): Promise<string | null>
  /**
   * Calls the listener with the signed-in user: once as soon as it is known, then at every change, in any tab. `lapsed`
   * means that the session ended although nobody signed out in this browser.
   */
  onChange(listener: (user: IdentityUser | null, lapsed: boolean) => void): () => void
  signOut(): Promise<void>
}

export type IdentityProblem =
  | 'credentials'
  | 'email_in_use'
  | 'email_unverified'
  | 'email_invalid'
  | 'password_refused'
  | 'code_wrong'
  | 'code_dead'
  | 'session_ended'
  | 'rate_limited'
  | 'network'
  | 'unknown'

/** What an identity service refused, in words, and the field they belong to. */
export class IdentityError extends Error {
  override name = 'IdentityError'
  readonly problem: IdentityProblem
  readonly field: 'email' | 'password' | 'code' | undefined

  constructor(problem: IdentityProblem, detail: { seconds?: number; message?: string } = {}) {
    super(words(problem, detail))
    this.problem = problem
    this.field = fields[problem]
  }
}

const fields: Partial<Record<IdentityProblem, 'email' | 'password' | 'code'>> = {
  credentials: 'password',
  email_in_use: 'email',
  email_unverified: 'email',
  email_invalid: 'email',
  password_refused: 'password',
  code_wrong: 'code',
  code_dead: 'code',
}

function words(problem: IdentityProblem, detail: { seconds?: number; message?: string }): string {
  switch (problem) {
    case 'credentials':
      // One text for both, so that nobody learns which addresses have an account.
      return 'The e-mail address or the password is wrong.'
    case 'email_in_use':
      return 'An account with this e-mail address exists. Sign in instead, or reset its password.'
    case 'email_unverified':
      return 'This e-mail address has not been confirmed yet.'
    case 'email_invalid':
      return 'Enter an e-mail address, like name@example.com.'
    case 'password_refused':
      return detail.message ?? 'Choose another password.'
    case 'code_wrong':
      return 'This code is not right. Check the newest e-mail and try again.'
    case 'code_dead':
      return detail.message ?? 'This code does not work any more. Ask for a new one.'
    case 'session_ended':
      return 'You were signed out. Sign in again to go on.'
    case 'rate_limited':
      return detail.message ?? `Too many tries. Wait ${wait(detail.seconds)} and try again.`
    case 'network':
      return 'The server cannot be reached. Check your connection and try again.'
    case 'unknown':
      return detail.message ?? 'This did not work. Try again in a moment.'
  }
}

const wait = (seconds = 60) =>
  seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : `${Math.max(1, Math.ceil(seconds))} seconds`
