import { zoneCity } from '@carillon/contract/zones'
import { zoneOffset } from '../time/words.ts'
import { CITIES } from './cities.ts'

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

/** A zone in full, with the present name of its city: `Asia/Kolkata` for Asia/Calcutta. */
export const zoneName = (name: string): string =>
  (name.slice(0, name.lastIndexOf('/') + 1) + zoneCity(name)).replaceAll('_', ' ')

/** Whether two names mean one zone: browsers differ in whether they give the former name of a city. */
export const isSameZone = (one: string, other: string): boolean => zoneName(one) === zoneName(other)

/**
 * The zones whose name and largest cities contain every word of `query`; those whose own city begins with it are first.
 */
export function searchZones(zones: Zone[], query: string): Zone[] {
  const words = fold(query).split(/\s+/).filter(Boolean)
  const hits = zones.filter((zone) => {
    const text = fold([zone.name, zone.city, CITIES[zone.city], zone.offset].join(' '))
    return words.every((word) => text.includes(word))
  })
  const first = words[0]
  if (!first) return hits
  const rank = (zone: Zone) => (fold(zone.city).startsWith(first) ? 0 : 1)
  return hits.sort((a, b) => rank(a) - rank(b))
}

/** Without accents: `São Paulo` is found as the zone writes it. */
const fold = (text: string) =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/[_/]/g, ' ')
