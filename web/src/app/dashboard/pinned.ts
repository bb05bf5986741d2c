import { useSyncExternalStore } from 'react'
import { openListeners } from '../../ui/listeners.ts'
import { openStored } from '../../ui/stored.ts'

const stored = openStored('localStorage', 'sidebar')
const listeners = openListeners()
let isPinned = stored.read() === 'pinned'

/** Whether the sidebar is pinned, in all tabs; stored in this browser. */
export const usePinned = () => useSyncExternalStore(subscribe, () => isPinned)

export function setPinned(pinned: boolean) {
  // Without storage it is pinned until the page is left.
  stored.write(pinned ? 'pinned' : null)
  set(pinned)
}

function set(pinned: boolean) {
  isPinned = pinned
  listeners.tell()
}

function subscribe(listener: () => void) {
  const follow = ({ key, newValue }: StorageEvent) => {
    if (key === stored.key) set(newValue === 'pinned')
  }
  addEventListener('storage', follow)
  const leave = listeners.subscribe(listener)
  return () => {
    leave()
    removeEventListener('storage', follow)
  }
}
