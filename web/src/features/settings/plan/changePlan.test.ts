import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, NetworkError } from '../../../api/errors.ts'
import { reportLostAnswer } from '../../../app/retries.ts'
import { changePlan } from './changePlan.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const lost = new NetworkError()
const providerFails = new ApiError(503, { code: 'unavailable', message: 'It is down.' }, 30)
const refused = new ApiError(409, { code: 'conflict', message: 'Nothing to cancel.' })

test('a change whose answer is lost while it is still being made is told by the answer to the next try', async () => {
  const calls = vi.fn<() => Promise<void>>().mockRejectedValueOnce(lost).mockResolvedValue()
  // The first answer is lost, and the plan has not changed yet.
  await expect(toldOf(calls, false)).resolves.toBe('done')
})

test.for<[answers: string, told: string, calls: Error[], ends: boolean]>([
  ['no answer at all, though it was done,', 'done', [], true],
  ['no answer at all', 'unknown', [], false],
  ['a lost answer and then a refusal', 'failed', [lost, refused], false],
  ['a provider that fails', 'failed', [providerFails], false],
  ['a provider that fails after it has done it', 'done', [providerFails], true],
  ['a lost answer, and then a provider that fails,', 'unknown', [lost, providerFails], false],
])('%s is told as %s', async ([, told, errors, ends]) => {
  const calls = vi.fn<() => Promise<void>>().mockRejectedValue(lost)
  for (const error of errors) calls.mockRejectedValueOnce(error)
  await expect(toldOf(calls, ends)).resolves.toBe(told)
})

test('a provider that fails is asked by a person, and not again by itself', async () => {
  const calls = vi.fn<() => Promise<void>>().mockRejectedValue(providerFails)
  await toldOf(calls, false)
  expect(calls).toHaveBeenCalledTimes(1)
})

/** What a person is told of a change that is asked for by these calls; at the end the plan is as asked, or not. */
async function toldOf(calls: () => Promise<void>, isMade: boolean) {
  const told = changePlan(calls, async () => isMade).then(
    () => 'done',
    (error: unknown) => (reportLostAnswer(error) ? 'unknown' : 'failed'),
  )
  await vi.runAllTimersAsync()
  return told
}
