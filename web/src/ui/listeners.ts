/** A list of listeners: `subscribe` returns the function that unsubscribes, `tell` calls all listeners. */
export function openListeners() {
  const listeners = new Set<() => void>()
  return {
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    tell() {
      for (const listener of listeners) listener()
    },
  }
}
