import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, NetworkError } from '../../api/errors.ts'
import { sendTest } from './sendTest.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const refused = (status: number) =>
  new ApiError(status, { code: 'conflict', message: 'The bot was not started.' })

type Looked = { status: 'sending' | 'sent' } | Error

/** Sends to a server whose sends end so, one after the other; then it is looked at so. */
async function sendTo(sends: (Error | 'taken')[], looks: Looked[] = [{ status: 'sent' }]) {
  const seen = { sends: 0, looks: 0 }
  const result = sendTest({
    send: async () => {
      const answer = sends[seen.sends++]
      if (answer instanceof Error) throw answer
      return { deliveryId: 'd' }
    },
    look: async () => {
      const answer = looks[Math.min(seen.looks++, looks.length - 1)]!
      if (answer instanceof Error) throw answer
      return answer
    },
  })
  const settled = Promise.allSettled([result])
  await vi.advanceTimersByTimeAsync(90_000)
  const [end] = await settled
  return { ...seen, end: end.status === 'fulfilled' ? end.value : end.reason }
}

test('a test that was taken is never told as not sent, whatever a look at its result answers', async () => {
  const looks: Looked[] = [{ status: 'sending' }, { status: 'sending' }, new NetworkError()]
  expect(await sendTo(['taken'], looks)).toEqual({
    sends: 1,
    looks: 3,
    end: { description: expect.stringMatching(/^It was handed over.*Look into the chat\.$/) },
  })
})

test('a test whose answer is lost is asked for again, and told as sent', async () => {
  const { sends, end } = await sendTo([new NetworkError(), refused(504), 'taken'])
  expect(sends).toBe(3)
  expect(end).toEqual({ description: 'Sent. It is there now.' })
})

test.each([
  ['no answer ever', Array.from({ length: 100 }, () => new NetworkError())],
  ['a refusal of a later try', [new NetworkError(), refused(409)]],
])('after a lost answer and %s it may have been sent', async (_, sends) => {
  const { end } = await sendTo(sends)
  expect(end).toMatchObject({ description: expect.stringContaining('may have been sent') })
})

test('a refusal alone is certain: nothing was sent', async () => {
  const refusal = refused(409)
  expect(await sendTo([refusal])).toEqual({ sends: 1, looks: 0, end: refusal })
})
