import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isLiveAway, setLiveState } from './liveState.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  setLiveState(true)
  vi.useRealTimers()
})

test('a connection that is away is worth a word after five seconds, however often it fails', () => {
  setLiveState(false)
  vi.advanceTimersByTime(3_000)
  setLiveState(false)
  vi.advanceTimersByTime(1_999)
  expect(isLiveAway()).toBe(false)
  vi.advanceTimersByTime(1)
  expect(isLiveAway()).toBe(true)
  setLiveState(true)
  expect(isLiveAway()).toBe(false)
})

test('one that is back in time is not', () => {
  setLiveState(false)
  vi.advanceTimersByTime(4_999)
  setLiveState(true)
  vi.advanceTimersByTime(60_000)
  expect(isLiveAway()).toBe(false)
})
