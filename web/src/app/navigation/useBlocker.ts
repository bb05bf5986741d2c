import { useEffect, useState } from 'react'
import { browserHistory } from './browserHistory.ts'

/**
 * While `when`, asks before this page is left. Answers the way on, once somebody wants to leave, and
 * how to stay.
 */
export function useBlocker(when: () => boolean) {
  const [go, setGo] = useState<() => void>()

  useEffect(() => browserHistory.block({ when, ask: (leave) => setGo(() => leave) }), [when])

  return {
    blocked: go !== undefined,
    stay: () => setGo(undefined),
    leave: () => {
      setGo(undefined)
      go?.()
    },
  }
}
