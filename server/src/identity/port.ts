import type { Caller } from '../platform/context.ts'

/** What a bearer token proved to be. */
export type Verified = { caller: Caller; issuedAt: Date; expiresAt: Date }

/** Who issues the tokens this server accepts. */
export interface Issuer {
  /**
   * Checks signature, issuer, audience and time. Throws AppError: `unauthenticated` in words, or
   * `unavailable` when the issuer's keys cannot be read.
   */
  verify(token: string): Promise<Verified>
  /**
   * The caller as the issuer knows them now, if it is our own issuer: an older token may name a former
   * e-mail address. Undefined when the session has ended.
   */
  current(verified: Verified): Promise<Caller | undefined>
}
