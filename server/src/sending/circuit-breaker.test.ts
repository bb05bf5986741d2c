import { expect, test } from 'vitest'
import type { Outcome } from '../channels/port/sending.ts'
import { seconds } from '../platform/clock.ts'
import { openBrake } from './circuit-breaker.ts'

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
  const brake = openBrake()
  const waits: number[] = []
  for (let now = 0, n = 0; n < 5; n++) {
    brake.notice('x', unreachable, now)
    waits.push(brake.until() - now)
    now = brake.until()
  }
  expect(waits).toEqual([5, 10, 20, 30, 30].map(seconds))
  expect(brake.trying()).toBe(true)
})

test('those that were on the wire together fail together, and count once', () => {
  const brake = openBrake()
  for (let n = 0; n < 10; n++) brake.notice(`${n}`, unreachable, n)
  expect(brake.until()).toBe(seconds(5))
})

test('any answer of the network opens the lane again; a lost one does not', () => {
  const brake = openBrake()
  brake.notice('x', unreachable, 0)
  brake.notice('x', { kind: 'unconfirmed', reason: 'Silence.' }, 10)
  expect(brake.trying()).toBe(true)
  brake.notice('x', sent, 20)
  expect([brake.trying(), brake.until()]).toEqual([false, 0])
})

test('a flood wait of the account is honored to the millisecond, whatever else is answered', () => {
  const brake = openBrake()
  brake.notice('x', slowDown(7_000, 'account'), 1_000)
  brake.notice('y', slowDown(2_000, 'account'), 1_500)
  brake.notice('z', sent, 2_000)
  expect(brake.until()).toBe(8_000)
})

test('a flood wait of one chat leaves the lane open, of two chats within seconds it is the account’s', () => {
  const brake = openBrake()
  expect(brake.notice('x', slowDown(3_000), 0)).toMatchObject({ scope: 'chat' })
  expect(brake.notice('x', slowDown(3_000), 1_000)).toMatchObject({ scope: 'chat' })
  expect(brake.notice('y', slowDown(3_000), 7_000)).toMatchObject({ scope: 'chat' })
  expect(brake.until()).toBeLessThanOrEqual(0)
  expect(brake.notice('z', slowDown(3_000), 12_000)).toMatchObject({ scope: 'account' })
  expect(brake.until()).toBe(15_000)
})

test('a network that answers nobody is tried by one for all; a single lost answer is none of its', () => {
  const brake = openBrake()
  const lost: Outcome = { kind: 'unconfirmed', reason: 'No answer.' }
  const lose = (times: number, now: number) => {
    for (let n = 0; n < times; n++) brake.notice(`${n}`, lost, now)
  }
  lose(4, 0)
  brake.notice('x', sent, 0)
  lose(4, 0)
  expect(brake.trying()).toBe(false)
  lose(6, 1)
  expect([brake.trying(), brake.until()]).toEqual([true, 1 + seconds(5)])
  lose(1, seconds(6))
  expect(brake.until()).toBe(seconds(16))
  brake.notice('x', sent, seconds(17))
  expect([brake.trying(), brake.until() <= seconds(17)]).toEqual([false, true])
})
