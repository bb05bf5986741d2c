/** How long before its end the renewal of a token begins, in milliseconds. */
const RENEW_BEFORE_MS = 5 * 60_000

/** A bearer token, when its renewal begins and when it ends, in milliseconds of this machine's clock. */
export type Token = { value: string; renewAt: number; endsAt: number }

/**
 * Reads a fresh token. Its end is counted from now by its own length of life, since the clock of this
 * machine may be wrong; one that lives shorter than ten minutes is renewed at half of its life.
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
