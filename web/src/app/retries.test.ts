import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, NetworkError } from '../api/errors.ts'
import { currentToast } from '../ui/toast/store.ts'
import {
  askOrRead,
  askUntilAnswered,
  changeWithRetries,
  reportLostAnswer,
  withRateLimitRetry,
} from './retries.ts'

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

test('a read that nobody answers is no change that may have been made', async () => {
  const unread = new NetworkError()
  unread.onlyReads = true
  expect(reportLostAnswer(unread)).toBe(false)
})

test('each try of a press has the key of this press, and no other press has it', async () => {
  const keys: string[] = []
  const press = () => {
    const tries = failing([new NetworkError()], { done: true })
    return settled(askOrRead(({ once }) => (keys.push(once), tries()), {}))
  }
  expect([await press(), await press()]).toEqual([{ done: true }, { done: true }])
  const [first, again, second] = keys
  expect(again).toBe(first)
  expect(second).not.toBe(first)
})

test('what was done before is read, and is unknown if that is not answered either', async () => {
  const done = () => failing([new NetworkError(), refusal('already_done')])
  expect(await settled(askOrRead(done(), { already_done: async () => 'paused' }))).toBe('paused')
  const unread = Object.assign(new NetworkError(), { onlyReads: true })
  const error = await settled(askOrRead(done(), { already_done: () => Promise.reject(unread) }))
  expect(reportLostAnswer(error)).toBe(true)
  // Where the page reads the result anyway, that it was done is enough.
  expect(await settled(changeWithRetries(done()))).toBe('done')
})

test('what is to be deleted and is gone is deleted', async () => {
  const gone = askOrRead(failing([refusal('not_found')]), { not_found: () => 'deleted' })
  expect(await settled(gone)).toBe('deleted')
})

/** Fails with each of the errors once, then has the result. */
function failing<T>(errors: Error[], result?: T) {
  const left = [...errors]
  return async (): Promise<T> => {
    const error = left.shift()
    if (error) throw error
    return result as T
  }
}

const refusal = (code: 'already_done' | 'not_found') =>
  new ApiError(code === 'not_found' ? 404 : 409, { code, message: 'No.' })

/** The result, or the error, once all waits are over. */
async function settled(work: Promise<unknown>): Promise<unknown> {
  const result = work.catch((error: unknown) => error)
  await vi.runAllTimersAsync()
  return result
}
