import type { Values } from './variables.ts'

/** The locale in which dates and times are written until a person chooses another. */
export const LOCALE_DEFAULT = 'en-GB'

/** One run: its slot, in the zone of its schedule, and its number. */
export type RunFacts = { at: Date; timeZone: string; locale: string; n: number }

/** The words of the variables that are the same for all groups of one run. */
export function wordsOfRun({ at, timeZone, locale, n }: RunFacts): Omit<Values, 'group'> {
  const { date, time } = formatsOf(locale, timeZone)
  return { date: date.format(at), time: time.format(at), n: String(n) }
}

/** The values of a run in one group; its name is on one line, as it is in a chat. */
export const valuesFor = (run: Omit<Values, 'group'>, title: string): Values => ({
  group: title.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim(),
  date: run.date,
  time: run.time,
  n: run.n,
})

type Formats = { date: Intl.DateTimeFormat; time: Intl.DateTimeFormat }

/** Kept, because making a formatter takes longer than planning a message. */
const KEPT_FORMATS = 200
const kept = new Map<string, Formats>()

function formatsOf(locale: string, timeZone: string): Formats {
  const key = `${locale} ${timeZone}`
  const known = kept.get(key)
  if (known) return known
  if (kept.size >= KEPT_FORMATS) kept.clear()
  const made = {
    date: new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'long' }),
    time: new Intl.DateTimeFormat(locale, { timeZone, timeStyle: 'short' }),
  }
  kept.set(key, made)
  return made
}
