import { useEffect, useState } from 'react'

/** Whole seconds until that instant, told anew each second; 0 when it has come. */
export function useSecondsLeft(at: string): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((Date.parse(at) - now) / 1000))
}
