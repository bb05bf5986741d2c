import { expect, test } from 'vitest'
import { initialsOf } from './initials.ts'

const shown = (name: string) => initialsOf(name).replaceAll('\u200C', '')

test('two words give two letters, one word gives one', () => {
  expect(shown('Riverside Runners')).toBe('RR')
  expect(shown('The Maple Street garden club')).toBe('TM')
  expect(shown('chess')).toBe('C')
  expect(shown('5-a-side football')).toBe('5A')
})

test('a number at the end tells a group from the others', () => {
  expect(shown('Garden Group')).toBe('GG')
  expect(shown('Garden Group 2')).toBe('G2')
  expect(shown('Class 12')).toBe('C12')
  expect(shown('Reunion of 2026')).toBe('RO')
})

test('signs around the words are passed over', () => {
  expect(shown('🏃‍♀️ Riverside – Runners!')).toBe('RR')
  expect(shown('“Élan” (évening)')).toBe('ÉÉ')
})

test('a name of emoji alone shows the first one whole', () => {
  expect(shown('👩‍👩‍👧‍👦🎉')).toBe('👩‍👩‍👧‍👦')
  expect(shown('🇺🇦🇩🇪')).toBe('🇺🇦')
})

test('a name from right to left gives its letters, which do not join', () => {
  expect(initialsOf('نادي القراءة')).toBe('ن\u200Cا')
  expect(shown('מועדון קריאה')).toBe('מק')
})

test('an empty name has a mark as well', () => {
  expect(initialsOf(' ')).toBe('?')
})
