/** A link is renewed so long before it ends, and never more often, in milliseconds. */
const RENEWED_BEFORE_MS = 60_000

/** In how many milliseconds a Start link is renewed, so that one that is shown can be used. */
export const renewedInMs = ({ expiresAt }: { expiresAt: string }, now: number): number =>
  Math.max(Date.parse(expiresAt) - now - RENEWED_BEFORE_MS, RENEWED_BEFORE_MS)
