// All of these are in the zone of the machine. `phone/times.js` rewrites the times of day in the zone of the browser.
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const day = new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long' })
const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' })
const short = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const dayKey = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short' })

export const timeWords = (at: number): string => clock.format(at)

/** The day with its year. */
export const dateWords = (at: number): string => date.format(at)

export const shortDate = (at: number): string => short.format(at)

/** `Today`, or the day in words. */
export const dayWords = (at: number, now: number): string =>
  dayKeyOf(at) === dayKeyOf(now) ? 'Today' : day.format(at)

/** Equal for times of the same local day. */
export const dayKeyOf = (at: number): string => dayKey.format(at)

export const iso = (at: number): string => new Date(at).toISOString()
