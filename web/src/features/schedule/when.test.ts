import { expect, test } from 'vitest'
import { instantOf, toZone, localOf, nextHour } from './when.ts'

const named = (local: string, zone: string) => {
  const { at, inGap } = instantOf(local, zone) ?? {}
  return [at?.toISOString(), inGap]
}

test('a wall time is an instant of its zone, in winter and in summer', () => {
  expect(named('2026-12-01T09:00', 'Europe/Berlin')).toEqual(['2026-12-01T08:00:00.000Z', false])
  expect(named('2026-07-01T09:00', 'Europe/Berlin')).toEqual(['2026-07-01T07:00:00.000Z', false])
  expect(named('2026-12-01T09:00', 'Asia/Kathmandu')).toEqual(['2026-12-01T03:15:00.000Z', false])
})

test('a time that the clocks skip moves on by the gap and says so', () => {
  expect(named('2026-03-29T02:30', 'Europe/Berlin')).toEqual(['2026-03-29T01:30:00.000Z', true])
  expect(localOf(new Date('2026-03-29T01:30:00Z'), 'Europe/Berlin')).toBe('2026-03-29T03:30')
  expect(named('2026-03-29T03:00', 'Europe/Berlin')).toEqual(['2026-03-29T01:00:00.000Z', false])
})

test('a time that the clocks show twice is the first of the two', () => {
  expect(named('2026-10-25T02:30', 'Europe/Berlin')).toEqual(['2026-10-25T00:30:00.000Z', false])
  expect(named('2026-11-01T01:30', 'America/New_York')).toEqual(['2026-11-01T05:30:00.000Z', false])
  const isTwice = (local: string) => instantOf(local, 'Europe/Berlin')?.twice
  expect(['2026-10-25T02:30', '2026-10-25T03:00', '2026-03-29T02:30'].map(isTwice)).toEqual([
    true,
    false,
    false,
  ])
})

test('a text that is not a time has no instant', () => {
  expect(instantOf('2026-12-01T', 'UTC')).toBeUndefined()
  expect(instantOf('T09:00', 'UTC')).toBeUndefined()
})

test('the next hour begins on minute 0 in that zone, at least about half an hour from now', () => {
  expect(nextHour(Date.parse('2026-12-01T09:10:00Z'), 'UTC')).toBe('2026-12-01T10:00')
  expect(nextHour(Date.parse('2026-12-01T09:40:00Z'), 'UTC')).toBe('2026-12-01T11:00')
  expect(nextHour(Date.parse('2026-12-01T09:10:00Z'), 'Asia/Kathmandu')).toBe('2026-12-01T16:00')
})

test('a wall time is converted to another zone', () => {
  expect(toZone('2026-12-07T00:30', { from: 'Europe/Berlin', to: 'America/New_York' })).toBe(
    '2026-12-06T18:30',
  )
  expect(toZone('2026-03-29T02:30', { from: 'Europe/Berlin', to: 'Europe/Berlin' })).toBe(
    '2026-03-29T02:30',
  )
})
