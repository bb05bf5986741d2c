import { useEffect, useState } from 'react'

/** How long a pause in typing, in milliseconds, counts as the end of a change. */
const PAUSE_MS = 400

/** The value once it has stayed as it is for a moment; the first one at once. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
