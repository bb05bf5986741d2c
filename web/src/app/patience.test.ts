import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../api/errors.ts'
import { presentToast } from '../ui/toast/store.ts'
import { withPatience } from './patience.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('that something is tried again is told until it is done, and no longer', async () => {
  const refusal = new ApiError(429, { code: 'rate_limited', message: 'That is too often.' }, 2)
  const tries = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(refusal)
    .mockResolvedValue('done')
  const done = withPatience(tries)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(presentToast()).toMatchObject({ description: 'Trying again in 2 seconds.' })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await done).toBe('done')
  expect(presentToast()).toBeUndefined()
})
