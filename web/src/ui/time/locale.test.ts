import { expect, test } from 'vitest'
import { englishOf } from './locale.ts'

test.for([
  ['en-US', 'en-US'],
  ['en-AU', 'en-AU'],
  ['de-DE', 'en-GB'],
  ['en-US@posix', 'en-GB'],
  ['', 'en-GB'],
])('a browser that speaks %s shows times as in %s', ([tag, shown]) => {
  expect(englishOf(tag!)).toBe(shown)
})
