import { randomKey } from './randomKey.ts'

/** How long after the last try a key is kept, in milliseconds: whoever asks later means it anew. */
const KEPT_MS = 5 * 60_000

/**
 * Idempotency keys of calls that may have been done although no answer came: the same call again has
 * the same key, until it is answered.
 */
export function openIntentions(now = Date.now) {
  const open = new Map<string, { key: string; triedAt: number }>()
  return {
    /** The key for what is asked in these words. */
    keyFor: (asked: string): string => {
      for (const [other, { triedAt }] of open) {
        if (now() - triedAt > KEPT_MS) open.delete(other)
      }
      const key = open.get(asked)?.key ?? randomKey()
      open.set(asked, { key, triedAt: now() })
      return key
    },
    /** An answer came: asked once more, it is meant anew. */
    answered: (asked: string) => void open.delete(asked),
  }
}
