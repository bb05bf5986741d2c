import { hash, randomBytes } from 'node:crypto'

export type Random = {
  /** Between 0 (inclusive) and 1. */
  fraction(): number
  /** Letters, digits, `-` and `_`. */
  text(length: number): string
}

/** Repeatable for a seed; without one, from the system. Not for secrets that guard anything real. */
export function createRandom(seed = randomBytes(4).readUInt32LE()): Random {
  let state = seed >>> 0
  // mulberry32
  const fraction = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    fraction,
    text: (length) =>
      Array.from({ length }, () => LETTERS[Math.floor(fraction() * LETTERS.length)]).join(''),
  }
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-'

/** A fraction computed from its parts alone, so that other decisions made in between do not change it. */
export function fractionOf(...parts: (string | number)[]): number {
  return Number.parseInt(hash('sha1', parts.join('/'), 'hex').slice(0, 8), 16) / 4_294_967_296
}
