import {
  createCipheriv,
  createDecipheriv,
  pbkdf2 as pbkdf2Callback,
  randomBytes,
} from 'node:crypto'
import { promisify } from 'node:util'
import { ControlRefusal } from '../world/world.ts'
import type { Person } from '../world/whatsapp/model.ts'
import type { Connection } from './connection.ts'
import { parseJid, SERVER } from './jids.ts'
import { agree, derive, newKeyPair, type KeyPair } from './keys.ts'
import { connectionBy, newId, seconds, type Network } from './network.ts'
import { bytesIn, node, type Node } from './nodes.ts'
import { confirmLinking } from './pairing.ts'
import { keyPairOf } from './people.ts'
import { Refused } from './refused.ts'

const pbkdf2 = promisify(pbkdf2Callback)

/** A client that shows a code to type on the phone of this number. */
export type CodeRequest = {
  pn: string
  ref: Buffer
  /** The client's key, locked by the code. */
  locked: Buffer
  /** Set once somebody typed a code. */
  typed?: {
    person: Person
    ephemeral: KeyPair
    theirs: Buffer
    done: PromiseWithResolvers<void>
  }
}

const SALT_BYTES = 32
const IV_BYTES = 16
const ITERATIONS = 131_072
const BUNDLE_INFO = 'link_code_pairing_key_bundle_encryption_key'

/** Of a client that asks for a code the network takes only a browser and a system that it knows, unlike with a scan. */
const KNOWN_CLIENT = /^(Chrome|Edge|Firefox|Opera|Safari) \((Linux|Mac OS|Ubuntu|Windows)\)$/

/** The client says that it shows a code, and for which number. */
export function askForCode(connection: Connection, said: Node): Node[] {
  const { linking } = connection
  if (!linking) throw new Error('Only a client that is not linked asks for a code.')
  const client = bytesIn(said, 'companion_platform_display').toString()
  if (!KNOWN_CLIENT.test(client)) throw new Refused(400, 'bad-request')
  const ref = randomBytes(16)
  const locked = bytesIn(said, 'link_code_pairing_wrapped_companion_ephemeral_pub')
  linking.code = { pn: parseJid(said.attrs['jid']).user, ref, locked }
  return [
    node('link_code_companion_reg', { stage: 'companion_hello' }, [
      node('link_code_pairing_ref', {}, ref),
    ]),
  ]
}

/** Somebody types a code on their phone; resolves when it was the right one. */
export async function typeCode(network: Network, person: Person, code: string): Promise<void> {
  const connection = connectionBy(network, ({ linking }) => linking?.code?.pn === person.pn)
  const { linking } = connection ?? {}
  if (!connection || !linking?.code)
    throw new ControlRefusal('No client asks to be linked to this number.')
  const { ref, locked } = linking.code

  const ephemeral = newKeyPair()
  const theirs = await unlock(code, locked)
  const done = Promise.withResolvers<void>()
  linking.gone = () => done.reject(new ControlRefusal('The client went away.'))
  linking.code.typed = { person, ephemeral, theirs, done }
  connection.send(
    node(
      'notification',
      { from: SERVER, type: 'link_code_companion_reg', id: newId(network), t: seconds(network) },
      [
        node('link_code_companion_reg', { stage: 'primary_hello' }, [
          node('link_code_pairing_ref', {}, ref),
          node('primary_identity_pub', {}, keyPairOf(person).public),
          node(
            'link_code_pairing_wrapped_primary_ephemeral_pub',
            {},
            await lock(code, ephemeral.public),
          ),
        ]),
      ],
    ),
  )
  await done.promise
}

/** The client answers what was typed; only with the right code can the phone open that. */
export function answerCode(network: Network, connection: Connection, said: Node): void {
  const typed = connection.linking?.code?.typed
  if (!typed) throw new Error('Nobody typed a code.')
  const { person, ephemeral, theirs, done } = typed
  try {
    const identityKey = bytesIn(said, 'companion_identity_public')
    const shared = agree(ephemeral, theirs)
    const bundle = openBundle(shared, bytesIn(said, 'link_code_pairing_wrapped_key_bundle'))
    if (!bundle.subarray(0, 32).equals(identityKey))
      throw new Error('Two keys of one client differ.')
    const both = Buffer.concat([shared, agree(keyPairOf(person), identityKey), bundle.subarray(64)])
    confirmLinking(network, connection, person, {
      identityKey,
      secret: derive(both, 32, 'adv_secret'),
    })
    done.resolve()
  } catch {
    done.reject(new ControlRefusal('That is not the code.', 400))
    throw new Refused(400, 'bad-request')
  }
}

function openBundle(shared: Buffer, sealed: Buffer): Buffer {
  const key = derive(shared, 32, BUNDLE_INFO, sealed.subarray(0, 32))
  const gcm = createDecipheriv('aes-256-gcm', key, sealed.subarray(32, 44))
  gcm.setAuthTag(sealed.subarray(-16))
  return Buffer.concat([gcm.update(sealed.subarray(44, -16)), gcm.final()])
}

const keyOf = (code: string, salt: Buffer) => pbkdf2(code, salt, ITERATIONS, 32, 'sha256')

async function unlock(code: string, locked: Buffer): Promise<Buffer> {
  const iv = locked.subarray(SALT_BYTES, SALT_BYTES + IV_BYTES)
  const key = await keyOf(code, locked.subarray(0, SALT_BYTES))
  return createDecipheriv('aes-256-ctr', key, iv).update(locked.subarray(SALT_BYTES + IV_BYTES))
}

async function lock(code: string, key: Buffer): Promise<Buffer> {
  const salt = randomBytes(SALT_BYTES)
  const iv = randomBytes(IV_BYTES)
  const sealed = createCipheriv('aes-256-ctr', await keyOf(code, salt), iv).update(key)
  return Buffer.concat([salt, iv, sealed])
}
