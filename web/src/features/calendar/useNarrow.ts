import { useSyncExternalStore } from 'react'

/** Below this a month has no room for seven days side by side: the breakpoint of phones. */
const phone = matchMedia('(max-width: 767px)')

/** Whether the window is as narrow as a phone. */
export const useNarrow = () => useSyncExternalStore(subscribe, () => phone.matches)

function subscribe(listener: () => void) {
  phone.addEventListener('change', listener)
  return () => phone.removeEventListener('change', listener)
}
