import { days, hours, minutes, seconds } from '../../platform/clock.ts'

/** At most `max` times within `withinMs` milliseconds. */
export type Limit = { max: number; withinMs: number }

/** Most tries at one mailed code. */
const TRIES_AT_CODE = 5

/**
 * What may be guessed or abused, and how often it may be tried.
 *
 * Whoever tries is a device that has signed in to the address before, or else a network; each is counted
 * by itself, so that nobody's tries use up those of the owner. `all …` adds up what networks tried at one
 * address, and bounds many networks that work together; known devices neither count there nor are stopped
 * by it. So a stranger can make an unknown browser wait, with ten networks and more, but never a known one.
 */
export const limits = {
  /**
   * Wrong passwords for one address, by one device or network: a person who is unsure gets in, a program
   * does not.
   */
  password: [
    { max: 10, withinMs: minutes(15) },
    { max: 30, withinMs: days(1) },
  ],
  /**
   * 300 guesses a day are 109,500 a year. Of eight random lower-case letters (26^8) that finds one in two
   * million; the passwords that people choose first are refused when they are set.
   */
  'all passwords': [
    { max: 100, withinMs: hours(1) },
    { max: 300, withinMs: days(1) },
  ],
  /** Wrong passwords of one network at all addresses together: it cannot try one common password at many addresses. */
  'network password': [
    { max: 60, withinMs: minutes(10) },
    { max: 600, withinMs: days(1) },
  ],
  /** Wrong passwords of a person who is signed in and is asked again: the owner of a stolen token must not guess it. */
  'own password': [
    { max: 10, withinMs: minutes(15) },
    { max: 30, withinMs: days(1) },
  ],
  /** Codes mailed to one address for one device or network; those for a change of address are counted apart. */
  code: [
    { max: 1, withinMs: minutes(1) },
    { max: 5, withinMs: hours(1) },
    { max: 10, withinMs: days(1) },
  ],
  /** The most mails that strangers can fill a mailbox with. */
  'all codes': [
    { max: 20, withinMs: hours(1) },
    { max: 50, withinMs: days(1) },
  ],
  'network code': [
    { max: 30, withinMs: hours(1) },
    { max: 100, withinMs: days(1) },
  ],
  /**
   * Codes of 6 digits for one address: by each known device, and by all others together. Further ones have
   * 10 digits instead of being refused. A year has at most 13 such windows, so 15 × 5 × 13 = 975 guesses at
   * 10^6 codes: less than 0.1 % a year for an address that is attacked all the time. A code of 10
   * digits meets 50 × 5 × 365 guesses a year, which find one in about 100,000 years.
   */
  'short code': [{ max: 15, withinMs: days(30) }],
  /** Codes at all addresses together: 30 × 5 × 13 guesses, so a network that tries all year finds one in 500 years. */
  'network short code': [{ max: 30, withinMs: days(30) }],
  'tries at a code': [{ max: TRIES_AT_CODE, withinMs: minutes(10) }],
  'use of a code': [{ max: 1, withinMs: minutes(10) }],
  /** A class that signs up together gets in; a program makes 60 accounts a day. */
  'network sign-up': [
    { max: 30, withinMs: hours(1) },
    { max: 60, withinMs: days(1) },
  ],
} as const satisfies Record<string, readonly Limit[]>
export type Limited = keyof typeof limits

/** The milliseconds until one more try is within all limits; 0 if it is now. `tries` has the newest last. */
export function waitMs(tries: readonly Date[], allowed: readonly Limit[], now: Date): number {
  const waits = allowed.map(({ max, withinMs }) => {
    const blocking = tries.at(-max)
    return blocking ? blocking.getTime() + withinMs - now.getTime() : 0
  })
  return Math.max(0, ...waits)
}

export const longestMs = (allowed: readonly Limit[]) =>
  Math.max(...allowed.map(({ withinMs }) => withinMs))

/** How long to wait, for people. */
export function waitWords(ms: number): string {
  if (ms > hours(2)) return `${Math.ceil(ms / hours(1))} hours`
  if (ms > seconds(90)) return `${Math.ceil(ms / minutes(1))} minutes`
  return ms > seconds(1) ? `${Math.ceil(ms / seconds(1))} seconds` : '1 second'
}
