import { expect, test } from 'vitest'
import type { Outcome } from '../../channels/port/sending.ts'
import { seconds } from '../../platform/clock.ts'
import { openCircuitBreaker } from './circuit-breaker.ts'

const unreachable: Outcome = {
  kind: 'retry',
  scope: 'account',
  code: 'unreachable',
  reason: 'No way.',
}
const slowDown = (waitMs: number, scope: 'chat' | 'account' = 'chat'): Outcome => ({
  kind: 'retry',
  scope,
  code: 'slow_down',
  reason: 'Too fast.',
  waitMs,
})
const sent: Outcome = { kind: 'sent', receipt: { externalIds: ['1'] } }

test('while the network cannot be reached one delivery tries for all, later each time', () => {
  const breaker = openCircuitBreaker()
  const waits: number[] = []
  for (let now = 0, n = 0; n < 5; n++) {
    breaker.notice('x', unreachable, now)
    waits.push(breaker.until() - now)
    now = breaker.until()
  }
  expect(waits).toEqual([5, 10, 20, 30, 30].map(seconds))
  expect(breaker.trying()).toBe(true)
})

test('those that were on the wire together fail together, and count once', () => {
  const breaker = openCircuitBreaker()
  for (let n = 0; n < 10; n++) breaker.notice(`${n}`, unreachable, n)
  expect(breaker.until()).toBe(seconds(5))
})

test('any answer of the network opens the lane again; a lost one does not', () => {
  const breaker = openCircuitBreaker()
  breaker.notice('x', unreachable, 0)
  breaker.notice('x', { kind: 'unconfirmed', reason: 'Silence.' }, 10)
  expect(breaker.trying()).toBe(true)
  breaker.notice('x', sent, 20)
  expect([breaker.trying(), breaker.until()]).toEqual([false, 0])
})

test('a flood wait of the account is honored to the millisecond, whatever else is answered', () => {
  const breaker = openCircuitBreaker()
  breaker.notice('x', slowDown(7_000, 'account'), 1_000)
  breaker.notice('y', slowDown(2_000, 'account'), 1_500)
  breaker.notice('z', sent, 2_000)
  expect(breaker.until()).toBe(8_000)
})

test('a flood wait of one chat leaves the lane open, of two chats within seconds it is the account’s', () => {
  const breaker = openCircuitBreaker()
  expect(breaker.notice('x', slowDown(3_000), 0)).toMatchObject({ scope: 'chat' })
  expect(breaker.notice('x', slowDown(3_000), 1_000)).toMatchObject({ scope: 'chat' })
  expect(breaker.notice('y', slowDown(3_000), 7_000)).toMatchObject({ scope: 'chat' })
  expect(breaker.until()).toBeLessThanOrEqual(0)
  expect(breaker.notice('z', slowDown(3_000), 12_000)).toMatchObject({ scope: 'account' })
  expect(breaker.until()).toBe(15_000)
})

test('a network that answers nobody is tried by one for all; a single lost answer is none of its', () => {
  const breaker = openCircuitBreaker()
  const lost: Outcome = { kind: 'unconfirmed', reason: 'No answer.' }
  const lose = (times: number, now: number) => {
    for (let n = 0; n < times; n++) breaker.notice(`${n}`, lost, now)
  }
  lose(4, 0)
  breaker.notice('x', sent, 0)
  lose(4, 0)
  expect(breaker.trying()).toBe(false)
  lose(6, 1)
  expect([breaker.trying(), breaker.until()]).toEqual([true, 1 + seconds(5)])
  lose(1, seconds(6))
  expect(breaker.until()).toBe(seconds(16))
  breaker.notice('x', sent, seconds(17))
  expect([breaker.trying(), breaker.until() <= seconds(17)]).toEqual([false, true])
})
