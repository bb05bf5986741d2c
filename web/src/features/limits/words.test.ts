import { expect, test } from 'vitest'
import { insteadWords, usage } from './words.ts'

test('193 what a tier allows is told beside what is used of it', () => {
  expect(usage(1, 1, 'group')).toBe('1 of 1 groups')
  expect(usage(0, 1, 'cycle')).toBe('0 of 1 cycles')
  expect(usage(1, null, 'group')).toBe('1 group · Unlimited')
})

test('who uses a suspended one again is told what is suspended instead', () => {
  const group = { noun: 'group', max: 1 } as const
  expect(insteadWords({ ...group, counted: ['Choir'] })).toBe(
    '“Choir” is suspended instead. Its messages stay, and go out there again when there is room. What is due until then is not sent later.',
  )
  expect(insteadWords({ ...group, counted: [] })).toBe(
    'Your plan has room for it: no other group is suspended.',
  )
  expect(insteadWords({ noun: 'cycle', max: 1, counted: [], isPart: true })).toMatch(
    /^The cycle that was unused longest is suspended instead/,
  )
  expect(insteadWords({ noun: 'cycle', max: 2, counted: ['Tips', 'News'] })).toMatch(
    /^The cycle that was unused longest/,
  )
})
