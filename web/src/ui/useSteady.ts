import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * One function for as long as the component lives, which does what the newest one does: memoized children are not drawn
 * anew for it. Call it in event handlers only: during a render it still runs the previous one.
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
