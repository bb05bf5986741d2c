import { useSyncExternalStore } from 'react'
import { openListeners } from '../../ui/listeners.ts'
import { openStored } from '../../ui/stored.ts'

const stored = openStored('localStorage', 'single-keys')
const { subscribe, tell } = openListeners()
let areOn = stored.read() !== 'off'

/**
 * Whether single letters are shortcuts. They can be switched off, since speech input or trembling hands press them by
 * accident.
 */
export const useSingleKeys = () => useSyncExternalStore(subscribe, areSingleKeysOn)

export const areSingleKeysOn = () => areOn

export function setSingleKeys(next: boolean) {
  areOn = next
  // Without storage the choice lasts until the page is left.
  stored.write(next ? null : 'off')
  tell()
}
