/** How many zones are cached: enough for those of a person and their messages. */
const ZONES_MAX = 16

/**
 * Formats of instants in a zone, each made once: making one takes a thousand times as long as using
 * it, and a list has a dozen on every row.
 */
export function perZone(
  locale: string,
  options: Omit<Intl.DateTimeFormatOptions, 'timeZone'>,
): (timeZone: string) => Intl.DateTimeFormat {
  const known = new Map<string, Intl.DateTimeFormat>()
  return (timeZone) => {
    const made = known.get(timeZone)
    if (made) return made
    if (known.size === ZONES_MAX) known.clear()
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone })
    known.set(timeZone, format)
    return format
  }
}
