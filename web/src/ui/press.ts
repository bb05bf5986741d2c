import { useState, useSyncExternalStore } from 'react'

/**
 * A value that changes only while nothing is pressed: until then it is the one before, or `before` if it is new. What
 * moves the page waits so for the end of a press, which would end beside what it began on, and be lost.
 */
export function useHeld<T>(value: T, before: T = value): T {
  const isPressed = useSyncExternalStore(present.subscribe, present.read, present.read)
  const [held, setHeld] = useState(isPressed ? before : value)
  if (!isPressed && held !== value) setHeld(value)
  return held
}

/** Knows whether something is pressed in a window. */
export function watchPress(window: EventTarget) {
  let pressed = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()

  function set(next: boolean) {
    clearTimeout(timer)
    if (pressed === next) return
    pressed = next
    for (const listener of listeners) listener()
  }
  const onUp = () => {
    if (!pressed) return
    clearTimeout(timer)
    // The click comes in the same task.
    timer = setTimeout(() => set(false))
  }
  const listen = (kinds: string[], listener: (event: Event) => void) => {
    for (const kind of kinds) window.addEventListener(kind, listener, true)
  }
  // A finger's press takes the focus only by the mouse events that follow it.
  listen(['pointerdown', 'mousedown'], () => set(true))
  listen(['pointerup', 'pointercancel', 'mouseup'], onUp)
  // The end of a press is not always heard: over a frame or another window, after a drag, or behind a menu of the
  // system. What a person does next shows that it is over.
  listen(['dragend', 'drop', 'contextmenu', 'keydown', 'visibilitychange'], onUp)
  listen(['blur'], ({ target }) => {
    // A field that a press takes the focus from is no window.
    if (target === window) onUp()
  })
  listen(['pointermove', 'mousemove'], (event) => {
    if ((event as MouseEvent).buttons === 0) onUp()
  })

  return {
    read: () => pressed,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

// A page that is rendered when the app is built is pressed by nobody.
const present = watchPress(typeof document === 'undefined' ? new EventTarget() : globalThis.window)
