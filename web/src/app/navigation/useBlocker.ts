import { useEffect, useState } from 'react'
import { browserHistory } from './browserHistory.ts'

/**
 * Stops navigations away from this page to paths for which `when` returns true. Returns the functions that continue the
 * stopped navigation, or stay.
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
