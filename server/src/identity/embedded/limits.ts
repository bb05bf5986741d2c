import { days, hours, minutes, seconds } from '../../platform/clock.ts'

/** At most `max` times within so many milliseconds. */
export type Limit = { max: number; withinMs: number }

/** What may be guessed or abused, and how often it may be tried. */
export const limits = {
  /** Wrong passwords for one address: a person who is unsure gets in, a program does not. */
  password: [{ max: 10, withinMs: minutes(15) }],
  /** Codes mailed to one address: guessing 5 tries each stays hopeless, and nobody's mailbox is flooded. */
  code: [
    { max: 1, withinMs: minutes(1) },
    { max: 5, withinMs: hours(1) },
    { max: 10, withinMs: days(1) },
  ],
  /** Tries at one mailed code. */
  proof: [{ max: 5, withinMs: minutes(10) }],
  /** From one network, which may be a whole office behind one address. */
  'network sign-in': [{ max: 60, withinMs: minutes(10) }],
  'network sign-up': [{ max: 30, withinMs: hours(1) }],
  'network code': [{ max: 30, withinMs: hours(1) }],
  'network proof': [{ max: 60, withinMs: minutes(10) }],
} as const satisfies Record<string, readonly Limit[]>
export type Limited = keyof typeof limits

/** The milliseconds until one more try fits all limits; 0 when it fits now. `tries` has the newest last. */
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
