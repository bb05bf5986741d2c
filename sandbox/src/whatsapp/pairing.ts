import { randomBytes } from 'node:crypto'
import type { LinkedDevice, Person } from '../world/whatsapp/model.ts'
import { ControlRefusal } from '../world/world.ts'
import type { Connection } from './connection.ts'
import { lidOf, numberOf, SERVER } from './jids.ts'
import { hmac, isSigned, sign } from './keys.ts'
import { newId, seconds, type Network } from './network.ts'
import { bytesIn, node, type Node } from './nodes.ts'
import { keyPairOf } from './people.ts'
import { decode, encode, type Value } from './protobuf.ts'
import { DeviceIdentity, SealedDeviceIdentity, SignedDeviceIdentity } from './records.ts'
import type { ClientPayload } from './records.ts'
import { endStream } from './stream-errors.ts'
import type { CodeRequest } from './pairing-code.ts'

type Registration = Value<(typeof ClientPayload)['devicePairingData'][1]>

/** A client that asks to be linked. */
export type LinkRequest = {
  /** The first parts of the codes on its screen; each is valid for one code. */
  refs: string[]
  registration: Registration
  /** Set when it asked for a code to type instead. */
  code?: CodeRequest
  /** Set between the phone's yes and the client's signature. */
  confirming?: { lid: string; id: number; details: Buffer }
  /** Tells the phone, if it waits, that the client went away. */
  gone(): void
}

const REFS = 6
/** The account signs with the first prefix, the device with the second. */
const BY_ACCOUNT = Buffer.from([6, 0])
const BY_DEVICE = Buffer.from([6, 1])

/** Gives a client what it makes its codes of. */
export function offerLinking(
  network: Network,
  connection: Connection,
  registration: Registration,
): void {
  const refs = Array.from({ length: REFS }, () => randomBytes(32).toString('base64url'))
  connection.linking = { refs, registration, gone: () => {} }
  const words = refs.map((ref) => node('ref', {}, Buffer.from(ref)))
  connection.send(
    node('iq', { from: SERVER, type: 'set', id: newId(network), xmlns: 'md' }, [
      node('pair-device', {}, words),
    ]),
  )
}

/** Refuses for the phone what WhatsApp would: a fifth device, or any while the number is in trouble. */
function checkMayLink({ linked, trouble }: Person): void {
  if (linked.length >= LINKED_MAX)
    throw new ControlRefusal('You can link up to four devices. Remove one first.')
  if (trouble?.kind === 'banned') throw new ControlRefusal('This number is banned from WhatsApp.')
  if (trouble?.kind === 'cut') throw new ControlRefusal('There is no connection to WhatsApp.')
}

const LINKED_MAX = 4

/**
 * The phone says yes to a client: it signs the client's key, and seals that with the secret that only
 * the two know, so that the server cannot link a device by itself.
 */
export function confirmLinking(
  network: Network,
  connection: Connection,
  person: Person,
  client: { identityKey: Buffer; secret: Buffer },
): void {
  checkMayLink(person)
  const id = 1 + Math.max(...person.ownDevices, ...person.linked.map((linked) => linked.id))
  const identity = keyPairOf(person)
  const details = encode(DeviceIdentity, {
    rawId: randomBytes(4).readUInt32BE(),
    timestamp: seconds(network),
    keyIndex: id,
  })
  const accountSignature = sign(identity, Buffer.concat([BY_ACCOUNT, details, client.identityKey]))
  const signed = encode(SignedDeviceIdentity, {
    details,
    accountSignatureKey: identity.public,
    accountSignature,
  })
  const sealed = encode(SealedDeviceIdentity, {
    details: signed,
    hmac: hmac(client.secret, signed),
  })
  if (connection.linking) connection.linking.confirming = { lid: person.lid, id, details }
  connection.send(
    node('iq', { from: SERVER, type: 'set', id: newId(network), t: seconds(network) }, [
      node('pair-success', {}, [
        node('device-identity', {}, sealed),
        node('platform', { name: 'android' }),
        node('device', { jid: numberOf(person.pn, id), lid: lidOf(person.lid, id) }),
      ]),
    ]),
  )
}

/** The client signed in turn: the device is linked, and the connection starts anew. */
export function completeLinking(network: Network, connection: Connection, answer: Node): void {
  const { linking } = connection
  const person = network.world.state.whatsapp.people.get(linking?.confirming?.lid ?? '')
  if (!linking?.confirming || !person) throw new Error('Nobody asked for that signature.')
  const { id, details } = linking.confirming
  const { identityKey } = linking.registration
  const { deviceSignature } = decode(SignedDeviceIdentity, bytesIn(answer, 'device-identity'))
  if (!identityKey || !deviceSignature) throw new Error('The signature of the device is not there.')
  const words = Buffer.concat([BY_DEVICE, details, identityKey, keyPairOf(person).public])
  if (!isSigned(identityKey, words, deviceSignature))
    throw new Error('The signature of the device is wrong.')

  const device = {
    ...deviceOf(id, connection.clientKey, linking.registration),
    linkedAt: network.world.now(),
  }
  network.world.commit({
    type: 'whatsappPersonSaved',
    person: { ...person, linked: [...person.linked, device] },
  })
  endStream(connection, 'restart')
}

/** Whether a message says rightly which device of the account it is from. */
export function isOfAccount(person: Person, device: LinkedDevice, bytes: Uint8Array): boolean {
  const { details, accountSignature } = decode(SignedDeviceIdentity, bytes)
  if (!details || !accountSignature) return false
  const words = Buffer.concat([BY_ACCOUNT, details, Buffer.from(device.identityKey, 'base64')])
  return isSigned(keyPairOf(person).public, words, accountSignature)
}

function deviceOf(id: number, noiseKey: Buffer, registration: Registration): LinkedDevice {
  const { registrationId, identityKey, signedPreKeyId, signedPreKey, signedPreKeySignature } =
    registration
  if (!registrationId || !identityKey || !signedPreKeyId || !signedPreKey || !signedPreKeySignature)
    throw new Error('The client did not say all of its keys.')
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
  return {
    id,
    noiseKey: text(noiseKey),
    identityKey: text(identityKey),
    registrationId: Buffer.from(registrationId).readUInt32BE(),
    signedPreKey: {
      id: Buffer.from(signedPreKeyId).readUIntBE(0, 3),
      value: text(signedPreKey),
      signature: text(signedPreKeySignature),
    },
    name: nameOf(registration),
  }
}

const PLATFORMS = ['', 'Google Chrome', 'Firefox', 'Internet Explorer', 'Opera', 'Safari', 'Edge']

/** As a phone lists it: the browser that it says it is, and the system. */
function nameOf({ deviceProps }: Registration): string {
  const { os = '', platformType = 0 } = deviceProps ?? {}
  const platform = PLATFORMS[platformType] || 'Linked device'
  return os ? `${platform} (${os})` : platform
}
