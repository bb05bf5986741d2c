import { useEffect, useState } from 'react'

/** Whether that instant has come; becomes true by itself when it does. */
export function useReached(at: string): boolean {
  const [reached, setReached] = useState<string>()
  useEffect(() => {
    const timer = setTimeout(() => setReached(at), Math.max(0, Date.parse(at) - Date.now()))
    return () => clearTimeout(timer)
  }, [at])
  return reached === at
}
