import { useEffect, useState } from 'react'
import type { Location } from 'react-router'
import { browserHistory } from './browserHistory.ts'

/**
 * Stops navigations away from this page for which `when` returns true, and then calls `onStop`. Returns the
 * functions that continue the stopped navigation, stay, or take what continues it, to be called later.
 */
export function useBlocker(when: (to: Location) => boolean, onStop: (to: Location) => void) {
  const [go, setGo] = useState<() => void>()

  useEffect(() => {
    const ask = (leave: () => void, to: Location) => {
      onStop(to)
      setGo(() => leave)
    }
    return browserHistory.block({ when, ask })
  }, [when, onStop])

  return {
    blocked: go !== undefined,
    stay: () => setGo(undefined),
    take: () => {
      setGo(undefined)
      return go
    },
    leave: () => {
      setGo(undefined)
      go?.()
    },
  }
}
