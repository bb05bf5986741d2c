import { randomBytes } from 'node:crypto'
import type { Clock } from './clock.ts'

/** Where ids come from. */
export interface Ids {
  /** A UUIDv7 (RFC 9562): sorts by the millisecond it was made in, so new rows sit together in an index. */
  next(): string
}

/** Asking for random bytes costs the same for one id as for many (measured 2026-11: 4 µs). */
const IDS_AT_ONCE = 256

/** Of each of them as hex digits: what RFC 9562 leaves to chance, and a half byte for the variant. */
const DIGITS = 20

export function uuidv7(clock: Clock, random: Random): Ids {
  let digits = ''
  let at = 0
  return {
    next() {
      if (at === digits.length) {
        digits = random.bytes((IDS_AT_ONCE * DIGITS) / 2).toString('hex')
        at = 0
      }
      const own = digits.slice(at, (at += DIGITS))
      const ms = clock.now().getTime().toString(16).padStart(12, '0')
      const variant = VARIANTS[parseInt(own[3]!, 16) & 3]
      return `${ms.slice(0, 8)}-${ms.slice(8)}-7${own.slice(0, 3)}-${variant}${own.slice(4, 7)}-${own.slice(8)}`
    },
  }
}

const VARIANTS = '89ab'

/** Where randomness comes from. */
export interface Random {
  /** Bytes good enough for secrets. */
  bytes(count: number): Buffer
  /** A number in [0, 1), for jitter; never for secrets. */
  fraction(): number
}

export const systemRandom: Random = {
  bytes: (count) => randomBytes(count),
  fraction: () => Math.random(),
}

/** Whether a text is a UUID, as all of our ids are; PostgreSQL refuses to compare others with them. */
export const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

/** Sorts before every id that is made from then on, and after those made before. */
export function firstIdAt(at: Date): string {
  const ms = at.getTime().toString(16).padStart(12, '0')
  return `${ms.slice(0, 8)}-${ms.slice(8)}-0000-0000-000000000000`
}
