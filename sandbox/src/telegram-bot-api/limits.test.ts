import { expect, test } from 'vitest'
import type { Chat } from '../world/telegram/model.ts'
import { createLimiter, telegramLimits, type Limits } from './limits.ts'
import { Refusal } from './refusal.ts'

const group = (id: number) => ({ id, type: 'supergroup' }) as Chat
const BOT = 1

test('a chat takes a burst of three, then one a second', () => {
  const { send, pass } = start()
  expect([1, 2, 3, 4].map(() => send(group(1)))).toEqual(['ok', 'ok', 'ok', 1])
  pass(1000)
  expect([1, 2].map(() => send(group(1)))).toEqual(['ok', 1])
})

test('a bot sends thirty a second over all chats', () => {
  const { send, pass } = start()
  const answers = Array.from({ length: 31 }, (_, i) => send(group(i)))
  expect(answers.filter((answer) => answer === 'ok')).toHaveLength(30)
  expect(answers.at(-1)).toBe(1)
  pass(1000)
  expect(send(group(99))).toBe('ok')
})

test('a group takes twenty a minute, and says how long to wait', () => {
  const { send, pass } = start()
  for (let i = 0; i < 20; i++) {
    expect(send(group(1))).toBe('ok')
    pass(1000)
  }
  expect(send(group(1))).toBe(40)
  pass(40_000)
  expect(send(group(1))).toBe('ok')
})

test('an album counts as its messages', () => {
  const { send, pass } = start()
  expect(send(group(1), 10)).toBe('ok')
  // Ten were sent of a burst of three, so the next waits until there is room for one.
  expect(send(group(1))).toBe(8)
  pass(8_000)
  expect(send(group(1), 10)).toBe('ok')
  pass(30_000)
  expect(send(group(1))).toBe(22)
})

test('who does not wait is noted and waits longer each time', () => {
  const { send, pass, ignored } = start({ chatPerSecond: 0.1 })
  const answers = [1, 2, 3, 4].map(() => send(group(1)))
  expect(answers.at(-1)).toBe(10)
  pass(500)
  // What was on its way already is forgiven.
  expect(send(group(1))).toBe(10)
  expect(ignored()).toBe(0)
  pass(1_500)
  expect(send(group(1))).toBe(20)
  pass(2_000)
  expect(send(group(1))).toBe(40)
  expect(ignored()).toBe(2)
  pass(40_000)
  expect(send(group(1))).toBe('ok')
})

test('limits that are off refuse nothing', () => {
  const { send } = start({ botPerSecond: null, chatPerSecond: null, groupPerMinute: null })
  expect(Array.from({ length: 100 }, () => send(group(1)))).not.toContain(1)
})

function start(changes: Partial<Limits> = {}) {
  let now = 1_800_000_000_000
  let ignoredTimes = 0
  const limiter = createLimiter(
    { ...telegramLimits, ...changes },
    () => now,
    () => ignoredTimes++,
  )
  return {
    pass: (ms: number) => (now += ms),
    ignored: () => ignoredTimes,
    /** `ok`, or the seconds of retry_after. */
    send(chat: Chat, messages = 1): 'ok' | number | undefined {
      const wait = limiter.take(BOT, chat, messages)
      if (wait === 0) return 'ok'
      try {
        return limiter.refuse(BOT, chat, wait)
      } catch (error) {
        return error instanceof Refusal ? error.parameters?.retry_after : undefined
      }
    },
  }
}
