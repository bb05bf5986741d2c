import { expect, test } from 'vitest'
import { englishOf, isHalved } from './locale.ts'

test.for([
  ['en-US', 'en-US'],
  ['en-AU', 'en-AU'],
  ['de-DE', 'en-GB'],
  ['en-US@posix', 'en-GB'],
  ['', 'en-GB'],
])('a browser that speaks %s shows times as in %s', ([tag, shown]) => {
  expect(englishOf(tag!)).toBe(shown)
})

test.for([
  ['en-US', true],
  ['ko-KR', true],
  ['en-GB', false],
  ['de-DE', false],
  ['en-US@posix', false],
] as const)('hours in %s go by twelve: %s', ([tag, halved]) => {
  expect(isHalved(tag)).toBe(halved)
})
