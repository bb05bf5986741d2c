import { useState, useSyncExternalStore } from 'react'

/**
 * Returns the value, but the previous one while the pointer is down; `before` if there is none. A change that moves the
 * layout waits so for the end of a press: else the pointer goes up over another element, and the click is lost.
 */
export function useFrozenWhilePressed<T>(value: T, before: T = value): T {
  const isPressed = useSyncExternalStore(present.subscribe, present.read, present.read)
  const [frozen, setFrozen] = useState(isPressed ? before : value)
  if (!isPressed && frozen !== value) setFrozen(value)
  return frozen
}

/** Watches whether a pointer is down in a window. */
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
  // No event tells the end of a press over a frame or another window, after a drag, or behind a system menu. The next
  // thing that a person does shows that it is over.
  listen(['dragend', 'drop', 'contextmenu', 'keydown', 'visibilitychange'], onUp)
  listen(['blur'], ({ target }) => {
    // Blur of a field, which a press may cause, is not blur of the window.
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

// The prerendering has no document and no pointer.
const present = watchPress(typeof document === 'undefined' ? new EventTarget() : globalThis.window)
