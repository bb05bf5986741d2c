import { randomKey } from './randomKey.ts'

/** How long a key is kept after the last attempt, in milliseconds. A later call is a new one. */
const KEPT_MS = 5 * 60_000

/**
 * Idempotency keys of calls that may have been done although their answer was lost. The same call has the same key until
 * it is answered.
 */
export function openIdempotencyKeys(now = Date.now) {
  const open = new Map<string, { key: string; triedAt: number }>()
  return {
    /** The key for a call: `request` is its method, path and input in one text. */
    keyFor: (request: string): string => {
      for (const [other, { triedAt }] of open) {
        if (now() - triedAt > KEPT_MS) open.delete(other)
      }
      const key = open.get(request)?.key ?? randomKey()
      open.set(request, { key, triedAt: now() })
      return key
    },
    /** To be called when an answer has arrived: the next call is a new one. */
    answered: (request: string) => void open.delete(request),
  }
}
