import { expect, test } from 'vitest'
import { CITIES } from './cities.ts'
import { allZones, isSameZone, searchZones, zoneName } from './zones.ts'

const zones = allZones(new Date('2026-12-01T00:00:00Z'))
const names = (query: string) => searchZones(zones, query).map((zone) => zone.name)

test('every zone is there once, UTC among them', () => {
  const all = zones.map((zone) => zone.name)
  expect(all).toContain('UTC')
  expect(new Set(all).size).toBe(all.length)
  expect(all.length).toBeGreaterThan(400)
})

test('a city is found by its beginning, an underscore by a space, an offset by its figures', () => {
  expect(names('berl')[0]).toBe('Europe/Berlin')
  expect(names('new york')[0]).toBe('America/New_York')
  expect(names('gmt+5:45')).toEqual([expect.stringMatching(/^Asia\/(Kathmandu|Katmandu)$/)])
  expect(names('nowhere at all')).toEqual([])
})

test.for([
  ['kolkata', 'Kolkata'],
  ['Calcutta', 'Kolkata'],
  ['kyiv', 'Kyiv'],
  ['kathmandu', 'Kathmandu'],
  ['san fran', 'Los Angeles'],
  ['Mumbai', 'Kolkata'],
  ['asia/yangon', 'Yangon'],
  ['São Paulo', 'Sao Paulo'],
])('%s is found by the name that people know, also if its zone has another', ([query, city]) => {
  const [first] = searchZones(zones, query!)
  expect(first?.city).toBe(city)
})

test('every city that leads to a zone leads to one that this browser has', () => {
  const known = new Set(zones.map((zone) => zone.city))
  expect(Object.keys(CITIES).filter((city) => !known.has(city))).toEqual([])
})

test('a chosen zone has the present name of its city', () => {
  expect(zoneName('Asia/Calcutta')).toBe('Asia/Kolkata')
  expect(zoneName('America/New_York')).toBe('America/New York')
  expect(zoneName('UTC')).toBe('UTC')
})

test('a zone that another browser gave under another name is the same one', () => {
  expect(isSameZone('Asia/Calcutta', 'Asia/Kolkata')).toBe(true)
  expect(isSameZone('Europe/Kyiv', 'Europe/Kiev')).toBe(true)
  expect(isSameZone('Asia/Kolkata', 'Asia/Colombo')).toBe(false)
})
