import { useEffect, useState } from 'react'

/** How long a pause in typing ends a change, in milliseconds. */
const PAUSE_MS = 400

/** Returns the value once it has not changed for a pause; the first value at once. */
export function useDebounced<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
