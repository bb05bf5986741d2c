import type { Person } from '../world/whatsapp/model.ts'
import { ControlRefusal } from '../world/world.ts'
import { connectionBy, type Network } from './network.ts'
import { confirmLinking } from './pairing.ts'

/**
 * Somebody points their phone at a code: it says which connection shows it, that client's two keys, and
 * a secret that never goes over the network.
 */
export function scan(network: Network, person: Person, text: string): void {
  const [ref = '', noiseKey = '', identityKey = '', secret = ''] = text
    .replace(/^.*#/, '')
    .split(',')
  const connection = connectionBy(network, ({ linking }) => linking?.refs.includes(ref) === true)
  if (!connection) throw new ControlRefusal('This code has expired.')
  if (connection.clientKey.toString('base64') !== noiseKey)
    throw new ControlRefusal('This code belongs to another client.')
  confirmLinking(network, connection, person, {
    identityKey: Buffer.from(identityKey, 'base64'),
    secret: Buffer.from(secret, 'base64'),
  })
}
