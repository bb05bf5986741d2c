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
  /** Whether the session of a token still lives, where the issuer's sessions are ours. */
  isAlive(verified: Verified): Promise<boolean>
}
