import { expect, test } from 'vitest'
import { heldClock } from '../../../test/held-clock.ts'
import { seconds } from '../../platform/clock.ts'
import { openCircuitBreakers } from './circuit-breakers.ts'

function open() {
  const clock = heldClock('2026-06-01T08:00:00Z')
  return { clock, breakers: openCircuitBreakers(() => clock.now().getTime()) }
}

test('a lane that is opened again has to wait as long as the one before', () => {
  const { clock, breakers } = open()
  const until = clock.now().getTime() + seconds(30)
  breakers.take('ada').pause(until)
  breakers.leave('ada')
  breakers.sweep()
  expect(breakers.take('ada').until()).toBe(until)
  expect(breakers.take('bob').until()).toBeLessThan(until)
})

test('a breaker that is over is forgotten once its lane has stopped', () => {
  const { clock, breakers } = open()
  const breaker = breakers.take('ada')
  breaker.pause(clock.now().getTime() + seconds(30))
  clock.advance(seconds(30))
  breakers.sweep()
  expect(breakers.take('ada')).toBe(breaker)
  breakers.leave('ada')
  breakers.sweep()
  // One lane still has it.
  expect(breakers.take('ada')).toBe(breaker)
  breakers.leave('ada')
  breakers.leave('ada')
  breakers.sweep()
  expect(breakers.take('ada')).not.toBe(breaker)
})

test('one that was not over when its lane stopped is forgotten when it is', () => {
  const { clock, breakers } = open()
  const breaker = breakers.take('ada')
  breaker.pause(clock.now().getTime() + seconds(30))
  breakers.leave('ada')
  clock.advance(seconds(29))
  breakers.sweep()
  expect(breakers.take('ada')).toBe(breaker)
  breakers.leave('ada')
  clock.advance(seconds(1))
  breakers.sweep()
  expect(breakers.take('ada')).not.toBe(breaker)
})

test('a lane that is still stopping keeps its breaker: what it hears last holds for the next', () => {
  const { clock, breakers } = open()
  const stopping = breakers.take('ada')
  const next = breakers.take('ada')
  stopping.pause(clock.now().getTime() + seconds(30))
  breakers.leave('ada')
  breakers.sweep()
  expect(next.until()).toBe(clock.now().getTime() + seconds(30))
  expect(breakers.take('ada')).toBe(next)
})
