import { expect, test } from 'vitest'
import { heldClock } from '../../test/held-clock.ts'
import { seconds } from '../platform/clock.ts'
import { openBrakes } from './circuit-breakers.ts'

function open() {
  const clock = heldClock('2026-06-01T08:00:00Z')
  return { clock, brakes: openBrakes(() => clock.now().getTime()) }
}

test('a lane that is opened again has to wait as long as the one before', () => {
  const { clock, brakes } = open()
  const until = clock.now().getTime() + seconds(30)
  brakes.take('ada').pause(until)
  brakes.leave('ada')
  brakes.sweep()
  expect(brakes.take('ada').until()).toBe(until)
  expect(brakes.take('bob').until()).toBeLessThan(until)
})

test('a brake that is over is forgotten once its lane has stopped', () => {
  const { clock, brakes } = open()
  const brake = brakes.take('ada')
  brake.pause(clock.now().getTime() + seconds(30))
  clock.advance(seconds(30))
  brakes.sweep()
  expect(brakes.take('ada')).toBe(brake)
  brakes.leave('ada')
  brakes.sweep()
  // One lane still has it.
  expect(brakes.take('ada')).toBe(brake)
  brakes.leave('ada')
  brakes.leave('ada')
  brakes.sweep()
  expect(brakes.take('ada')).not.toBe(brake)
})

test('one that was not over when its lane stopped is forgotten when it is', () => {
  const { clock, brakes } = open()
  const brake = brakes.take('ada')
  brake.pause(clock.now().getTime() + seconds(30))
  brakes.leave('ada')
  clock.advance(seconds(29))
  brakes.sweep()
  expect(brakes.take('ada')).toBe(brake)
  brakes.leave('ada')
  clock.advance(seconds(1))
  brakes.sweep()
  expect(brakes.take('ada')).not.toBe(brake)
})

test('a lane that is still stopping keeps its brake: what it hears last holds for the next', () => {
  const { clock, brakes } = open()
  const stopping = brakes.take('ada')
  const next = brakes.take('ada')
  stopping.pause(clock.now().getTime() + seconds(30))
  brakes.leave('ada')
  brakes.sweep()
  expect(next.until()).toBe(clock.now().getTime() + seconds(30))
  expect(brakes.take('ada')).toBe(next)
})
