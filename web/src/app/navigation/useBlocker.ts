import { useEffect, useState } from 'react'
import { browserHistory } from './browserHistory.ts'

/**
 * Asks before this page is left where `when` says so of the path it is left for. Returns the way on, once
 * somebody wants to leave, and how to stay.
 */
export function useBlocker(when: (to: string) => boolean) {
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
