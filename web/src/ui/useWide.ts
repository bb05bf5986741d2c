import { useSyncExternalStore } from 'react'

/** From here on there is room for two columns: `lg` of the styles. */
const wide = matchMedia('(min-width: 1024px)')

/** Whether the window has room for two columns. */
export const useWide = () => useSyncExternalStore(subscribe, () => wide.matches)

function subscribe(listener: () => void) {
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}
