import { useState, useSyncExternalStore } from 'react'

/**
 * A value that changes only while nothing is pressed: until then it is the one before, or `before` if it is new. What
 * moves the page waits so for the end of a press, which would end beside what it began on, and be lost.
 */
export function useHeld<T>(value: T, before: T = value): T {
  const isPressed = useSyncExternalStore(subscribe, readPressed, readPressed)
  const [held, setHeld] = useState(isPressed ? before : value)
  if (!isPressed && held !== value) setHeld(value)
  return held
}

let pressed = false
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

const readPressed = () => pressed

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function set(next: boolean) {
  clearTimeout(timer)
  pressed = next
  for (const listener of listeners) listener()
}

const onDown = () => set(true)
const onUp = () => {
  clearTimeout(timer)
  // The click comes in the same task.
  timer = setTimeout(() => set(false))
}

if (typeof document !== 'undefined') {
  // A finger's press takes the focus only by the mouse events that follow it.
  for (const kind of ['pointerdown', 'mousedown']) addEventListener(kind, onDown, true)
  for (const kind of ['pointerup', 'pointercancel', 'mouseup']) addEventListener(kind, onUp, true)
  addEventListener('blur', onUp)
}
