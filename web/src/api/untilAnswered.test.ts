import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, NetworkError } from './errors.ts'
import { untilAnswered } from './untilAnswered.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const refused = (status: number, retryAfter?: number) =>
  new ApiError(status, { code: 'conflict', message: 'No.' }, retryAfter)

/** Asks a server that fails so, one after the other, and then answers. */
function ask(failures: unknown[]) {
  const leaving = new AbortController()
  const seen = { tries: 0, waits: 0 }
  const signedIn = Promise.withResolvers<void>()
  const work = async () => {
    const failure = failures[seen.tries++]
    if (failure) throw failure
    return 'done'
  }
  const answer = untilAnswered(work, {
    onWait: () => seen.waits++,
    back: () => signedIn.promise,
    signal: leaving.signal,
  })
  answer.catch(() => {})
  return { answer, seen, leaving, signIn: () => signedIn.resolve() }
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

test('a refusal that looked at no key says nothing of the try before: it is asked again in time', async () => {
  const { answer, seen, signIn } = ask([new NetworkError(), refused(429, 30)])
  signIn()
  await vi.advanceTimersByTimeAsync(30_999)
  expect(seen).toEqual({ tries: 2, waits: 2 })
  await vi.advanceTimersByTimeAsync(1)
  expect(await answer).toBe('done')

  const lapsed = ask([new NetworkError(), refused(401)])
  await vi.advanceTimersByTimeAsync(600_000)
  expect(lapsed.seen.tries).toBe(2)
  lapsed.signIn()
  expect(await lapsed.answer).toBe('done')
})

test('nothing is known where the last answer says nothing, and a first refusal is told as one', async () => {
  const { answer, signIn } = ask([new NetworkError(), ...Array(14).fill(refused(429))])
  signIn()
  await vi.advanceTimersByTimeAsync(62_000)
  await expect(answer).rejects.toThrow('cannot be reached')
  for (const status of [401, 429]) {
    await expect(ask([refused(status)]).answer).rejects.toMatchObject({ status })
  }
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
