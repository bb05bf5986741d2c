import { expect, test } from 'vitest'
import { allZones, searchZones } from './zones.ts'

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
