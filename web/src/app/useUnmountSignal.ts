import { useEffect, useRef } from 'react'

/** Returns a getter of a signal that is aborted when the component unmounts. */
export function useUnmountSignal(): () => AbortSignal {
  const controller = useRef(new AbortController())
  useEffect(() => {
    // In development each effect runs twice.
    const own = (controller.current = new AbortController())
    return () => own.abort()
  }, [])
  return () => controller.current.signal
}
