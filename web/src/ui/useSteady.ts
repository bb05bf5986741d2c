import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * One function for as long as the component lives, which does what the newest one does: memoized children are not drawn
 * anew for it. For events; while drawing it would do what an earlier one did.
 */
export function useSteady<Given extends unknown[], Answer>(
  newest: (...given: Given) => Answer,
): (...given: Given) => Answer {
  const latest = useRef(newest)
  useLayoutEffect(() => {
    latest.current = newest
  }, [newest])
  return useCallback((...given) => latest.current(...given), [])
}
