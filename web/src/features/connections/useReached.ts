import { useEffect, useState } from 'react'

/** Whether an instant has come; becomes true by itself when it does. False without an instant. */
export function useReached(at: string | undefined): boolean {
  const [reached, setReached] = useState<string>()
  useEffect(() => {
    if (at === undefined) return undefined
    const timer = setTimeout(() => setReached(at), Math.max(0, Date.parse(at) - Date.now()))
    return () => clearTimeout(timer)
  }, [at])
  return at !== undefined && reached === at
}
