import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, NetworkError } from './errors.ts'
import { untilAnswered } from './untilAnswered.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const refused = (status: number) => new ApiError(status, { code: 'conflict', message: 'No.' })

/** Asks a server that fails so, one after the other, and then answers. */
function ask(failures: unknown[]) {
  const leaving = new AbortController()
  const seen = { tries: 0, waits: 0 }
  const work = async () => {
    const failure = failures[seen.tries++]
    if (failure) throw failure
    return 'done'
  }
  const answer = untilAnswered(work, { onWait: () => seen.waits++, signal: leaving.signal })
  answer.catch(() => {})
  return { answer, seen, leaving }
}

test('a call whose answer is lost is made again until there is one, and that is told', async () => {
  const { answer, seen } = ask([new NetworkError(), refused(504), refused(201)])
  await vi.advanceTimersByTimeAsync(7_000)
  expect(await answer).toBe('done')
  expect(seen).toEqual({ tries: 4, waits: 3 })
})

test('a refusal is told at once', async () => {
  const { answer, seen } = ask([new NetworkError(), refused(409)])
  await vi.advanceTimersByTimeAsync(1_000)
  await expect(answer).rejects.toMatchObject({ status: 409 })
  expect(seen.tries).toBe(2)
})

test('after about a minute it is given up, and at once when nobody waits for it', async () => {
  const away = Array.from({ length: 100 }, () => new NetworkError())
  const { answer, seen } = ask(away)
  await vi.advanceTimersByTimeAsync(61_000)
  expect(seen.waits).toBe(14)
  await vi.advanceTimersByTimeAsync(1_000)
  await expect(answer).rejects.toThrow('cannot be reached')

  const left = ask(away)
  await vi.advanceTimersByTimeAsync(500)
  left.leaving.abort()
  await expect(left.answer).rejects.toThrow('aborted')
  expect(left.seen.tries).toBe(1)
})
