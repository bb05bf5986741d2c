import { useEffect, useRef } from 'react'

/** Answers what is aborted once the page is left: nobody waits for an answer then. */
export function useLeaving(): () => AbortSignal {
  const leaving = useRef(new AbortController())
  useEffect(() => {
    // In development each effect runs twice.
    const own = (leaving.current = new AbortController())
    return () => own.abort()
  }, [])
  return () => leaving.current.signal
}
