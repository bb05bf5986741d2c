import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError, NetworkError } from '../api/errors.ts'
import { adasProfile } from '../api/session/testIdentity.ts'
import { testStorage } from './testStorage.ts'
import { type UnansweredSend, unansweredSends, withStoredSend } from './unansweredSends.ts'

const SERIES = { kind: 'message', id: 'm1', anyway: false } as const
const ada = { status: 'signed-in', user: adasProfile } as const
const { uid } = adasProfile

beforeEach(() => {
  vi.stubGlobal('localStorage', testStorage())
  return () => vi.unstubAllGlobals()
})

/** Presses “Send now”. Returns the key of the request. */
async function press(outcome: Promise<unknown>, send: UnansweredSend = SERIES): Promise<string> {
  let sent = ''
  const work = (key: string) => {
    sent = key
    return outcome
  }
  await withStoredSend(send, work, ada).catch(() => {})
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

test('a press on the next step of a cycle is another send, also while it is not known whether the step before it was sent', async () => {
  const lost = () => Promise.reject(new NetworkError())
  const cycle = { kind: 'cycle', id: 'c1', anyway: false } as const
  const [first, next] = [1, 2].map((sends) => ({ ...cycle, seen: { sends } }))
  const key = await press(lost(), first)
  expect(await press(lost(), next)).not.toBe(key)
  expect(await press(Promise.resolve(), first)).toBe(key)
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
