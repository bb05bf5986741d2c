import { useSyncExternalStore } from 'react'

/** Below this width a month has no room for seven columns: the breakpoint of phones. */
const phone = matchMedia('(max-width: 767px)')

/** Whether the window is as narrow as a phone. */
export const useNarrow = () => useSyncExternalStore(subscribe, () => phone.matches)

function subscribe(listener: () => void) {
  phone.addEventListener('change', listener)
  return () => phone.removeEventListener('change', listener)
}
