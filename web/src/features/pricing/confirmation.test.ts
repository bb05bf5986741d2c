import { beforeEach, expect, test, vi } from 'vitest'
import {
  confirmationOf,
  isShownHere,
  rememberFrom,
  setConfirmation,
  takeFrom,
} from './confirmation.ts'

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
})

test('the page that somebody came to the prices from is kept until they have paid, and then given once', () => {
  rememberFrom('/dashboard/cycles')
  setConfirmation({ phase: 'asking', checkoutId: 'co_1', userId: 'ada' })
  setConfirmation({ phase: 'pending', checkoutId: 'co_1', userId: 'ada' })
  setConfirmation({ phase: 'paid', checkoutId: 'co_1', userId: 'ada' })
  expect(takeFrom()).toBe('/dashboard/cycles')
  expect(takeFrom()).toBeUndefined()
})

test('a payment that is pending is told to nobody else who signs in in the same tab', () => {
  setConfirmation({ phase: 'pending', checkoutId: 'co_1', userId: 'ada' })
  expect(confirmationOf('ada')).toMatchObject({ phase: 'pending' })
  expect(confirmationOf('bob')).toBeUndefined()
  expect(confirmationOf(undefined)).toBeUndefined()
})

test('the news of a plan is told once by the tab that paid for it, and later news is told again', () => {
  vi.useFakeTimers({ now: 0 })
  setConfirmation({ phase: 'pending', checkoutId: 'co_1', userId: 'ada' })
  expect(isShownHere({ kind: 'plan' })).toBe(false)
  setConfirmation({ phase: 'paid', checkoutId: 'co_1', userId: 'ada' })
  expect(isShownHere({ kind: 'plan' })).toBe(true)
  expect(isShownHere({ kind: 'groups' })).toBe(false)
  vi.setSystemTime(60_000)
  expect(isShownHere({ kind: 'plan' })).toBe(false)
  vi.useRealTimers()
})
