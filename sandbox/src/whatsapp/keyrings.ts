import type { LinkedDevice } from '../world/whatsapp/model.ts'
import { createKeyring, type Keyring } from './keyring.ts'

/** Keys are in memory only: after a restart of the sandbox everybody has new ones, as on a new phone. */
export type Keyrings = {
  /** The keys of a device that the sandbox plays. */
  of(lid: string, device: number): Keyring
  /** The keys that a linked device has left here, each for one who writes to it first. */
  left(lid: string, device: LinkedDevice): Map<number, Buffer>
}

export function createKeyrings(): Keyrings {
  const played = new Map<string, Keyring>()
  const left = new Map<string, Map<number, Buffer>>()
  return {
    of: (lid, device) => getOrMake(played, `${lid}:${device}`, createKeyring),
    left: (lid, device) => getOrMake(left, `${lid}:${device.noiseKey}`, () => new Map()),
  }
}

function getOrMake<T>(map: Map<string, T>, key: string, make: () => T): T {
  const known = map.get(key) ?? make()
  map.set(key, known)
  return known
}
