import { expect, test } from 'vitest'
import { sendWords } from './sends.ts'

test('what was missed is told so, as on its page', () => {
  expect(sendWords({ status: 'skipped', missed: true }).label).toBe('Missed')
  expect(sendWords({ status: 'skipped' }).label).toBe('Skipped')
})

test('what nobody knows of any group to have is not told as sent', () => {
  expect(sendWords({ status: 'partly', unsure: true }).label).toBe('May have been sent')
})

test('what was deleted from its groups again is not told as sent', () => {
  expect(sendWords({ status: 'done' }).label).toBe('Sent')
  expect(sendWords({ status: 'done', deleted: 'some' }).label).toBe('Partly deleted')
  expect(sendWords({ status: 'done', deleted: 'all' }).label).toBe('Deleted')
  // What of it did not arrive matters more.
  expect(sendWords({ status: 'partly', deleted: 'all' }).label).toBe('Partly sent')
})
