import {
  BufferJSON,
  initAuthCreds,
  proto,
  type AuthenticationCreds,
  type SignalDataTypeMap,
  type SignalKeyStore,
} from 'baileys'
import type { Calls } from '../calls.ts'
import type { MainThreadCalls } from '../protocol.ts'
import type { Sealing } from './sealing.ts'

const CREDS = 'creds'

/** How many names of missing keys are remembered. It is more than the devices of any group. */
const MISSING_MAX = 10_000
const APP_STATE_KEY = 'app-state-sync-key'

const toBytes = (value: unknown) => Buffer.from(JSON.stringify(value, BufferJSON.replacer))
const fromBytes = (bytes: Buffer): unknown => JSON.parse(bytes.toString(), BufferJSON.reviver)

export const sealCreds = ({ seal }: Sealing, creds: AuthenticationCreds): Buffer =>
  seal(toBytes(creds), CREDS)

export const openCreds = ({ open }: Sealing, sealed: Uint8Array): AuthenticationCreds =>
  Object.assign(initAuthCreds(), fromBytes(open(sealed, CREDS)))

/**
 * Keys in the database, sealed; one `set` is one statement. `device` is the id of the linked session in the calls between
 * the threads.
 */
export function keysInDatabase(
  device: string,
  sealing: Sealing,
  mainThread: Pick<Calls<MainThreadCalls>, 'call'>,
): SignalKeyStore {
  const plainName = (type: string, id: string) => `${type} ${id}`
  /** Names of keys that do not exist. The library asks for them again and again, and nobody else writes them. */
  const missing = new Set<string>()
  return {
    async get<T extends keyof SignalDataTypeMap>(type: T, asked: string[]) {
      const found: { [id: string]: SignalDataTypeMap[T] } = {}
      const ids = asked.filter((id) => !missing.has(plainName(type, id)))
      if (ids.length === 0) return found
      const idOf = new Map(ids.map((id) => [sealing.hashedName(type, id).toString('hex'), id]))
      const names = [...idOf.keys()].map((name) => Buffer.from(name, 'hex'))
      for (const { name, value } of await mainThread.call('keys.find', { device, names })) {
        const id = idOf.get(Buffer.from(name).toString('hex'))!
        const plain = fromBytes(sealing.open(value, plainName(type, id)))
        found[id] = (
          type === APP_STATE_KEY
            ? proto.Message.AppStateSyncKeyData.fromObject(plain as object)
            : plain
        ) as SignalDataTypeMap[T]
      }
      if (missing.size > MISSING_MAX) missing.clear()
      for (const id of ids) if (!(id in found)) missing.add(plainName(type, id))
      return found
    },
    async set(data) {
      for (const [type, byId] of Object.entries(data)) {
        for (const id of Object.keys(byId)) missing.delete(plainName(type, id))
      }
      const names: Buffer[] = []
      const values: Buffer[] = []
      const deleted: Buffer[] = []
      for (const [type, byId] of Object.entries(data)) {
        for (const [id, value] of Object.entries(byId)) {
          const name = sealing.hashedName(type, id)
          if (value === null || value === undefined) deleted.push(name)
          else {
            names.push(name)
            values.push(sealing.seal(toBytes(value), plainName(type, id)))
          }
        }
      }
      if (names.length + deleted.length === 0) return
      const sizes = values.map(({ length }) => length)
      await mainThread.call('keys.save', {
        device,
        names,
        sizes,
        bytes: Buffer.concat(values),
        deleted,
      })
    },
  }
}

/** For a pairing: its keys are saved only after the account is paired. */
export function keysInMemory(): SignalKeyStore {
  const kept = new Map<string, unknown>()
  return {
    get: <T extends keyof SignalDataTypeMap>(type: T, ids: string[]) =>
      Object.fromEntries(
        ids.flatMap((id) => {
          const value = kept.get(`${type} ${id}`)
          return value === undefined ? [] : [[id, value as SignalDataTypeMap[T]]]
        }),
      ),
    set(data) {
      for (const [type, byId] of Object.entries(data)) {
        for (const [id, value] of Object.entries(byId)) {
          if (value === null) kept.delete(`${type} ${id}`)
          else kept.set(`${type} ${id}`, value)
        }
      }
    },
  }
}
