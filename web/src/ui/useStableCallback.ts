import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * Returns a function that never changes and calls the newest callback, so that memoized children do not render again.
 * Call it in event handlers only: during a render it still calls the previous callback.
 */
export function useStableCallback<Given extends unknown[], Answer>(
  newest: (...given: Given) => Answer,
): (...given: Given) => Answer {
  const latest = useRef(newest)
  useLayoutEffect(() => {
    latest.current = newest
  }, [newest])
  return useCallback((...given) => latest.current(...given), [])
}
