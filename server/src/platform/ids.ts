import { randomBytes } from 'node:crypto'
import type { Clock } from './clock.ts'

/** Where ids come from. */
export interface Ids {
  /** A UUIDv7 (RFC 9562): sorts by the millisecond it was made in, so new rows sit together in an index. */
  next(): string
}

export function uuidv7(clock: Clock, random: Random): Ids {
  return {
    next() {
      const bytes = random.bytes(16)
      bytes.writeUIntBE(clock.now().getTime(), 0, 6)
      bytes[6] = (bytes[6]! & 0x0f) | 0x70
      bytes[8] = (bytes[8]! & 0x3f) | 0x80
      const hex = bytes.toString('hex')
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
    },
  }
}

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
