import { randomInt } from 'node:crypto'
import {
  generateIdentityKeyPair,
  generatePreKey,
  generateRegistrationId,
  generateSignedPreKey,
  GroupCipher,
  GroupSessionBuilder,
  ProtocolAddress,
  SenderKeyDistributionMessage,
  SenderKeyName,
  SessionCipher,
  SessionBuilder,
  type PreKey,
  type PreKeyBundleInput,
  type SignalStorage,
} from 'whatsapp-rust-bridge'
import { withoutKind } from './keys.ts'
import { bigEndian, node, type Node } from './nodes.ts'

type Sender = { lid: string; id: number }

export type Keyring = ReturnType<typeof createKeyring>

/**
 * The Signal keys of one device that the sandbox plays, with the Rust implementation: the client that
 * is judged has another. Senders are filed by their hidden id also where a group calls them by number.
 */
export function createKeyring() {
  const identity = generateIdentityKeyPair()
  const registrationId = generateRegistrationId()
  const signedPreKey = generateSignedPreKey(identity, 1)
  const preKeys = new Map<number, PreKey>()
  const sessions = new Map<string, Uint8Array>()
  const senderKeys = new Map<string, Uint8Array>()
  const asked = new Map<string, number>()
  let lastPreKey = 0

  const storage: SignalStorage = {
    loadSession: (address) => sessions.get(address),
    storeSession: (address, record) => void sessions.set(address, record.serialize()),
    getOurIdentity: () => identity,
    getOurRegistrationId: () => registrationId,
    isTrustedIdentity: () => true,
    loadPreKey: (id) => preKeys.get(id)?.keyPair,
    removePreKey: (id) => void preKeys.delete(id),
    loadSignedPreKey: () => signedPreKey,
    loadSenderKey: (id) => senderKeys.get(id),
    storeSenderKey: (id, record) => void senderKeys.set(id, record),
  }

  return {
    /** What somebody needs to write to this device first, with a key that is good for once. */
    bundle(): Node[] {
      const preKey = generatePreKey((lastPreKey += 1))
      preKeys.set(preKey.keyId, preKey)
      return [
        node('registration', {}, bigEndian(registrationId, 4)),
        node('type', {}, Buffer.from([5])),
        node('identity', {}, withoutKind(identity.pubKey)),
        node('skey', {}, [
          node('id', {}, bigEndian(1, 3)),
          node('value', {}, withoutKind(signedPreKey.keyPair.pubKey)),
          node('signature', {}, Buffer.from(signedPreKey.signature)),
        ]),
        node('key', {}, [
          node('id', {}, bigEndian(preKey.keyId, 3)),
          node('value', {}, withoutKind(preKey.keyPair.pubKey)),
        ]),
      ]
    },
    /** Decrypts a message to this device alone; `pkmsg` is the first of a session. */
    async open(from: Sender, type: string, sealed: Uint8Array): Promise<Uint8Array> {
      const cipher = new SessionCipher(storage, addressOf(from))
      const padded =
        type === 'pkmsg'
          ? await cipher.decryptPreKeyWhisperMessage(sealed)
          : await cipher.decryptWhisperMessage(sealed)
      return unpad(padded)
    },
    /** Takes the key with which somebody writes to a group. */
    async learn(groupId: string, from: Sender, key: Uint8Array): Promise<void> {
      const name = new SenderKeyName(groupId, addressOf(from))
      const message = SenderKeyDistributionMessage.deserialize(key)
      await new GroupSessionBuilder(storage).process(name, message)
    },
    async openInGroup(groupId: string, from: Sender, sealed: Uint8Array): Promise<Uint8Array> {
      const cipher = new GroupCipher(storage, groupId, addressOf(from))
      return unpad(await cipher.decrypt(sealed))
    },
    /** Encrypts for one device alone; `bundle` is needed for the first message to it. */
    async seal(to: Sender, plain: Uint8Array, bundle: () => PreKeyBundleInput): Promise<Node> {
      const address = addressOf(to)
      if (!sessions.has(address.toString()))
        await new SessionBuilder(storage, address).processPreKeyBundle(bundle())
      const { type, body } = await new SessionCipher(storage, address).encrypt(pad(plain))
      return node('enc', { v: 2, type: type === 3 ? 'pkmsg' : 'msg' }, Buffer.from(body))
    },
    /** The key with which this device encrypts for a group, to give to its members. */
    async ownKey(groupId: string, self: Sender): Promise<Uint8Array> {
      const name = new SenderKeyName(groupId, addressOf(self))
      return (await new GroupSessionBuilder(storage).create(name)).serialize()
    },
    async sealForGroup(groupId: string, self: Sender, plain: Uint8Array): Promise<Node> {
      const cipher = new GroupCipher(storage, groupId, addressOf(self))
      const sealed = await cipher.encrypt(pad(plain))
      return node('enc', { v: 2, type: 'skmsg' }, Buffer.from(sealed))
    },
    /** How often this device has asked for a message now. */
    askedFor(messageId: string): number {
      const count = (asked.get(messageId) ?? 0) + 1
      asked.set(messageId, count)
      return count
    },
    /** As a phone whose app was installed anew over old keys: it can read nothing that is on its way. */
    forget(): void {
      sessions.clear()
      senderKeys.clear()
    },
  }
}

const addressOf = ({ lid, id }: Sender) => new ProtocolAddress(lid, id)

function pad(plain: Uint8Array): Uint8Array {
  const padding = randomInt(1, 17)
  return Buffer.concat([plain, Buffer.alloc(padding, padding)])
}

/** Every record ends with 1 to 16 bytes that all say how many they are. */
function unpad(padded: Uint8Array): Uint8Array {
  const padding = padded.at(-1) ?? 0
  if (padding < 1 || padding > 16 || padding > padded.length)
    throw new Error('The padding of a record is wrong.')
  return padded.subarray(0, padded.length - padding)
}
