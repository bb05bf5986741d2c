import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError, NetworkError } from '../api/errors.ts'
import { adasProfile } from '../api/session/testIdentity.ts'
import { testStorage } from './testStorage.ts'
import { unansweredSends, withStoredSend } from './unansweredSends.ts'

const SERIES = { kind: 'message', id: 'm1', anyway: false } as const
const ada = { status: 'signed-in', user: adasProfile } as const
const { uid } = adasProfile

beforeEach(() => {
  vi.stubGlobal('localStorage', testStorage())
  return () => vi.unstubAllGlobals()
})

/** Presses “Send now”. Returns the key of the request. */
async function press(outcome: Promise<unknown>): Promise<string> {
  let sent = ''
  const send = (key: string) => {
    sent = key
    return outcome
  }
  await withStoredSend(SERIES, send, ada).catch(() => {})
  return sent
}

test('a send that waits for its answer is repeated after a reload, under its key', async () => {
  const answer = Promise.withResolvers<void>()
  const pressed = press(answer.promise)
  expect(unansweredSends(uid)).toMatchObject([SERIES])
  // The other page, while this one still waits.
  const repeated = await press(Promise.resolve())
  expect(unansweredSends(uid)).toEqual([])
  answer.resolve()
  expect(await pressed).toBe(repeated)
})

test('once it was told that it may have been done, only a press repeats it, under its key', async () => {
  const first = await press(Promise.reject(new NetworkError()))
  expect(unansweredSends(uid)).toEqual([])
  expect(await press(Promise.reject(new NetworkError()))).toBe(first)
  expect(await press(Promise.resolve())).toBe(first)
  expect(await press(Promise.resolve())).not.toBe(first)
})

test('a refused send is over, one whose user has signed out waits for them', async () => {
  const busy = new ApiError(409, { code: 'conflict', message: 'It is being sent.' })
  const refused = await press(Promise.reject(busy))
  expect(unansweredSends(uid)).toEqual([])
  const left = await press(Promise.reject(new DOMException('', 'AbortError')))
  expect(left).not.toBe(refused)
  expect(unansweredSends(uid)).toMatchObject([SERIES])
})

test('ten minutes later a press is a new send', async () => {
  vi.useFakeTimers()
  try {
    const first = await press(Promise.reject(new NetworkError()))
    vi.advanceTimersByTime(10 * 60_000)
    expect(await press(Promise.resolve())).not.toBe(first)
  } finally {
    vi.useRealTimers()
  }
})
