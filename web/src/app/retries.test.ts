import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, NetworkError } from '../api/errors.ts'
import { currentToast } from '../ui/toast/store.ts'
import { askUntilAnswered, reportLostAnswer, withRateLimitRetry } from './retries.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('that something is tried again is told until it is done, and no longer', async () => {
  const refusal = new ApiError(429, { code: 'rate_limited', message: 'That is too often.' }, 2)
  const tries = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(refusal)
    .mockResolvedValue('done')
  const done = withRateLimitRetry(tries)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(currentToast()).toMatchObject({ description: 'Trying again in 2 seconds.' })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await done).toBe('done')
  expect(currentToast()).toBeUndefined()
})

test('a call that was answered by nobody for a minute is told as unknown, a refusal is not', async () => {
  const answer = askUntilAnswered(() => Promise.reject(new NetworkError()))
  const failed = answer.catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(1_500)
  expect(currentToast()).toMatchObject({ title: 'No answer from the server yet' })
  await vi.advanceTimersByTimeAsync(62_000)
  expect(reportLostAnswer(await failed)).toBe(true)
  expect(currentToast()?.description).toContain('It may have been done.')
  const refusal = new ApiError(409, { code: 'conflict', message: 'It is being sent.' })
  expect(reportLostAnswer(refusal)).toBe(false)
})
