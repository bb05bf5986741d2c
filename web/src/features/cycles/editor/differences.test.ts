import type { Cycle } from '@carillon/contract/cycles'
import { expect, test } from 'vitest'
import { emptyForm } from '../form.ts'
import { cycleDifferences } from './differences.ts'

test('steps in another order are a difference, but not a suggestion for a time that is not used', () => {
  const form = emptyForm(Date.parse('2026-12-01T08:10:00Z'), 'Europe/Berlin')
  const [step] = form.steps
  const theirs = { ...form, steps: [step!, { ...step!, id: 'other' }] }
  const newest = {} as Cycle
  expect(cycleDifferences(newest, theirs, theirs)).toEqual([])
  const turned = { ...theirs, steps: theirs.steps.toReversed() }
  expect(cycleDifferences(newest, theirs, turned)).toContainEqual({ name: 'order of the steps' })
  const later = { ...theirs, timetable: { ...theirs.timetable, anchor: '2026-12-01T11:00' } }
  expect(cycleDifferences(newest, theirs, later)).toEqual([])
})

test('the start and the seed that the server filled in are no difference', () => {
  const mine = emptyForm(Date.parse('2026-12-01T08:10:00Z'), 'Europe/Berlin')
  const { seed: _, ...open } = mine.timetable
  const saved = { ...mine, timetable: { ...open, starts: '2026-12-01', seed: 7 } }
  const differences = (timetable: typeof open & { seed?: number }) =>
    cycleDifferences({} as Cycle, saved, { ...mine, timetable })
  const every = { ...open, interval: 2 }
  expect(differences(open)).toEqual([])
  expect(differences({ ...open, seed: 8 })).toEqual([{ name: 'timetable' }])
  expect(differences(every)).toEqual([{ name: 'timetable' }])
})
