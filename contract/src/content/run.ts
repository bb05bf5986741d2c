import type { Values } from './variables.ts'

/** The locale of dates and times until a person chooses another. */
export const LOCALE_DEFAULT = 'en-GB'

/** What the values of a run are computed from: its slot, in the zone of its schedule, and its number. */
export type RunFacts = { at: Date; timeZone: string; locale: string; n: number }

/** The values of the variables that are the same for all groups of one run. */
export function runValues({ at, timeZone, locale, n }: RunFacts): Omit<Values, 'group'> {
  const { date, time } = formatsOf(locale, timeZone)
  return { date: date.format(at), time: time.format(at), n: String(n) }
}

/** The values of a run in one group. The name of the group is put on one line, as a chat shows it. */
export const valuesFor = (run: Omit<Values, 'group'>, title: string): Values => ({
  group: title.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim(),
  date: run.date,
  time: run.time,
  n: run.n,
})

type Formats = { date: Intl.DateTimeFormat; time: Intl.DateTimeFormat }

/** Formatters are cached, because making one takes longer than planning a message. */
const FORMATS_CACHED_MAX = 200
const cache = new Map<string, Formats>()

function formatsOf(locale: string, timeZone: string): Formats {
  const key = `${locale} ${timeZone}`
  const cached = cache.get(key)
  if (cached) return cached
  if (cache.size >= FORMATS_CACHED_MAX) cache.clear()
  const formats = {
    date: new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'long' }),
    time: new Intl.DateTimeFormat(locale, { timeZone, timeStyle: 'short' }),
  }
  cache.set(key, formats)
  return formats
}
