/** How long before its expiry a token is renewed, in milliseconds. */
const RENEW_BEFORE_MS = 5 * 60_000

/** A bearer token, with the times of its renewal and expiry in milliseconds of this machine's clock. */
export type Token = { value: string; renewAt: number; endsAt: number }

/**
 * Reads a fresh token. Its expiry is its lifetime from now, since the clock of this machine may be wrong. A token with a
 * lifetime under ten minutes is renewed after half of it.
 */
export function readToken(value: string, now: number): Token {
  const { iat, exp } = claims(value)
  const lifeMs = (exp - iat) * 1_000
  return {
    value,
    renewAt: now + Math.max(lifeMs - RENEW_BEFORE_MS, lifeMs / 2),
    endsAt: now + lifeMs,
  }
}

function claims(token: string): { iat: number; exp: number } {
  const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
  return JSON.parse(atob(payload))
}
