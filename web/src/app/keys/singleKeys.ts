import { useSyncExternalStore } from 'react'
import { openListeners } from '../../ui/listeners.ts'
import { openStored } from '../../ui/stored.ts'

const stored = openStored('localStorage', 'single-keys')
const { subscribe, tell } = openListeners()
let on = stored.read() !== 'off'

/**
 * Whether single letters do something. They can be switched off: who speaks to their computer, or whose hands
 * tremble, sets them off without meaning to.
 */
export const useSingleKeys = () => useSyncExternalStore(subscribe, areSingleKeysOn)

export const areSingleKeysOn = () => on

export function setSingleKeys(next: boolean) {
  on = next
  // Without storage it holds until the page is left.
  stored.write(next ? null : 'off')
  tell()
}
