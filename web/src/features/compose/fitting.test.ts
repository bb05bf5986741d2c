import { expect, test } from 'vitest'
import { fitting } from './fitting.ts'

const present = { text: '', groupIds: ['a'], n: 0, nested: { days: ['mon'], at: '' }, chosen: {} }

test('kept values take their places in the form', () => {
  const kept = {
    ...present,
    text: 'Hello',
    nested: { days: [], at: '09:00' },
    chosen: { a: ['1'] },
  }
  expect(fitting(kept, present)).toEqual(kept)
})

test('what an older version kept otherwise is as the form begins with it', () => {
  const kept = { text: 7, groupIds: { a: true }, nested: { at: '09:00' }, gone: 1 }
  expect(fitting(kept, present)).toEqual({ ...present, nested: { days: ['mon'], at: '09:00' } })
  expect(fitting('nonsense', present)).toBeUndefined()
})
