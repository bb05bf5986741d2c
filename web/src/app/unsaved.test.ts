import { beforeEach, expect, test, vi } from 'vitest'
import { testStorage } from './testStorage.ts'
import { forgetAllUnsaved } from './unsavedStorage.ts'
import {
  forgetOnDevice,
  formsOnDevice,
  UNSAVED_MAX,
  UNSAVED_MS,
  UNSAVED_SIZE_MAX,
  UNSAVED_SIZE_MAX_TOTAL,
  keepOnDevice,
  keyOfForm,
  readOnDevice,
} from './unsaved.ts'

beforeEach(() => vi.stubGlobal('localStorage', testStorage()))

const typed = (text: string) => ({ base: '1', values: { text } })

test('what a user typed is theirs, until it is forgotten or two weeks old', () => {
  keepOnDevice('ada', 'new', typed('Hello'), 1_000)
  expect(readOnDevice('ada', 'new', 1_000 + UNSAVED_MS)).toMatchObject(typed('Hello'))
  expect(readOnDevice('ada', 'new', 1_001 + UNSAVED_MS)).toBeUndefined()
  expect(readOnDevice('bob', 'new', 1_000)).toBeUndefined()
  forgetOnDevice('ada', 'new')
  expect(readOnDevice('ada', 'new', 1_000)).toBeUndefined()
})

test('two new messages are stored beside each other, and the one that was typed last is found', () => {
  keepOnDevice('ada', keyOfForm('new', 'one'), typed('One'), 1)
  keepOnDevice('ada', keyOfForm('new', 'two'), typed('Two'), 2)
  keepOnDevice('ada', keyOfForm('new-cycle', 'three'), typed('Three'), 3)
  const stored = (own?: string, now = 4) =>
    formsOnDevice('ada', 'new', own, now).map(({ formId }) => formId)
  expect(formsOnDevice('ada', 'new', undefined, 4)[0]).toMatchObject(typed('Two'))
  expect(stored()).toEqual(['two', 'one'])
  expect(stored('one')).toEqual(['one', 'two'])
  forgetOnDevice('ada', keyOfForm('new', 'two'))
  expect(stored()).toEqual(['one'])
  expect(stored(undefined, 2 + UNSAVED_MS)).toEqual([])
})

test('who signs out leaves nothing behind, and others keep theirs', () => {
  keepOnDevice('ada', 'new', typed('Hello'), 1)
  keepOnDevice('ada', 'm1', typed('Again'), 1)
  keepOnDevice('bob', 'new', typed('Mine'), 1)
  forgetAllUnsaved('ada')
  expect(Object.keys(localStorage)).toEqual(['unsaved:bob:new'])
})

test('the oldest give way when there are too many, or too much of them', () => {
  for (let at = 0; at <= UNSAVED_MAX; at++) keepOnDevice('ada', `m${at}`, typed('x'), at)
  expect(Object.keys(localStorage)).toHaveLength(UNSAVED_MAX)
  expect(readOnDevice('ada', 'm0', 0)).toBeUndefined()

  const large = 'x'.repeat(UNSAVED_SIZE_MAX - 100)
  for (let at = 0; at < 4; at++) keepOnDevice('ada', `large${at}`, typed(large), 100 + at)
  const size = Object.values(localStorage).join('').length
  expect(size).toBeLessThanOrEqual(UNSAVED_SIZE_MAX_TOTAL)
  expect(readOnDevice('ada', 'large3', 200)).toBeDefined()
})

test('what is too large is not kept, nor an older state of it', () => {
  keepOnDevice('ada', 'new', typed('Hello'), 1)
  keepOnDevice('ada', 'new', typed('x'.repeat(UNSAVED_SIZE_MAX)), 2)
  expect(Object.keys(localStorage)).toEqual([])
})

test('a storage that is damaged, full or forbidden breaks nothing', () => {
  localStorage.setItem('unsaved:ada:new', '{"savedAt":')
  expect(readOnDevice('ada', 'new')).toBeUndefined()
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('Full', 'QuotaExceededError')
    },
    removeItem: () => {},
  })
  expect(() => keepOnDevice('ada', 'new', typed('Hello'))).not.toThrow()
})
