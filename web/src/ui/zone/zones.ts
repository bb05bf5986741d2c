import { zoneCity, zoneOffset } from '../time/words.ts'

export type Zone = { name: string; city: string; region: string; offset: string }

/** Every zone of this browser and UTC, with its offset at `at` in words. */
export function allZones(at: Date): Zone[] {
  const names = new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])
  return [...names].map((name) => ({
    name,
    city: zoneCity(name),
    region: name.includes('/') ? name.slice(0, name.indexOf('/')).replaceAll('_', ' ') : '',
    offset: zoneOffset(name, at),
  }))
}

/** The zones whose name contains every word of `query`; those whose city begins with it are first. */
export function searchZones(zones: Zone[], query: string): Zone[] {
  const words = fold(query).split(/\s+/).filter(Boolean)
  const hits = zones.filter((zone) => {
    const text = fold(`${zone.name} ${zone.offset}`)
    return words.every((word) => text.includes(word))
  })
  const first = words[0]
  if (!first) return hits
  const rank = (zone: Zone) => (fold(zone.city).startsWith(first) ? 0 : 1)
  return hits.sort((a, b) => rank(a) - rank(b))
}

const fold = (text: string) => text.toLowerCase().replaceAll(/[_/]/g, ' ')
