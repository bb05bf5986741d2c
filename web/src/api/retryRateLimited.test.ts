import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './errors.ts'
import { retryRateLimited } from './retryRateLimited.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const refusal = (retryAfter?: number) =>
  new ApiError(429, { code: 'rate_limited', message: 'That is too often.' }, retryAfter)

/** Work that is refused so many times, and then done. */
function busyServer(refusals: unknown[]) {
  const left = [...refusals]
  return async () => {
    if (left.length > 0) throw left.shift()
    return 'done'
  }
}

test('what was asked for too often is done after the time the server names, and that is told', async () => {
  const told: number[] = []
  const done = retryRateLimited(busyServer([refusal(6), refusal(2)]), (seconds) =>
    told.push(seconds),
  )
  await vi.advanceTimersByTimeAsync(8_000)
  expect(await done).toBe('done')
  expect(told).toEqual([6, 2])
})

test.for([
  ['no time', refusal()],
  ['a time nobody waits for', refusal(3_600)],
  ['another reason', new ApiError(409, { code: 'conflict', message: 'No.' })],
] as const)('a refusal with %s is told at once', async ([, error]) => {
  await expect(retryRateLimited(busyServer([error]), () => {})).rejects.toBe(error)
})
