/** Large cities whose names in the IANA time zone database have changed: browsers and servers still give the former ones. */
const RENAMED: Readonly<Record<string, string>> = {
  Calcutta: 'Kolkata',
  Godthab: 'Nuuk',
  Katmandu: 'Kathmandu',
  Kiev: 'Kyiv',
  Rangoon: 'Yangon',
  Saigon: 'Ho Chi Minh',
}

/** The part of a zone's name that people know: `Europe/Berlin` → `Berlin`, `Asia/Calcutta` → `Kolkata`. */
export function zoneCity(timeZone: string): string {
  const city = timeZone.slice(timeZone.lastIndexOf('/') + 1)
  return RENAMED[city] ?? city.replaceAll('_', ' ')
}
