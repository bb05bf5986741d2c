import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchPress } from './press.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const happen = (window: EventTarget, kind: string, more: object = {}) =>
  window.dispatchEvent(Object.assign(new Event(kind), more))

function pressing() {
  const window = new EventTarget()
  const press = watchPress(window)
  const told: boolean[] = []
  press.subscribe(() => told.push(press.read()))
  happen(window, 'pointerdown')
  happen(window, 'mousedown')
  expect(press.read()).toBe(true)
  return { window, press, told }
}

test('a press ends after its click', () => {
  const { window, press, told } = pressing()
  happen(window, 'pointerup')
  happen(window, 'mouseup')
  expect(press.read()).toBe(true)
  vi.runAllTimers()
  expect(told).toEqual([true, false])
})

test.for([
  ['the mouse moves with no button down', 'pointermove', { buttons: 0 }],
  ['something was dragged', 'dragend', {}],
  ['the menu of the system opens', 'contextmenu', {}],
  ['somebody types', 'keydown', {}],
  ['the window is left', 'blur', {}],
] as const)('a press whose end was not heard is over when %s', ([, kind, more]) => {
  const { window, press } = pressing()
  happen(window, 'pointermove', { buttons: 1 })
  vi.runAllTimers()
  expect(press.read()).toBe(true)
  happen(window, kind, more)
  vi.runAllTimers()
  expect(press.read()).toBe(false)
})
