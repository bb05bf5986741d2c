import { setTimeout as pause } from 'node:timers/promises'
import {
  createConnection,
  getConnection,
  listChats,
  type Connection,
} from '@carillon/contract/connections'
import { createGroup, type Group } from '@carillon/contract/groups'
import type { SandboxClient } from '../sandbox/src/testing/client.ts'
import type { Person } from './client.ts'

/** A linked number, and its groups, which were all chosen. */
export type LinkedNumber = {
  you: { lid: string; pn: string }
  connectionId: string
  groups: Group[]
  /** The members of each group, by its id at the network; they include the number itself. */
  members: Map<string, string[]>
  /** Secrets that must be in no log: the code that was scanned, and the secret in it. */
  secrets: string[]
}

const LOOK_MS = 50

/**
 * Links somebody's number on WhatsApp by the code that the page shows, and chooses all its groups. Each entry of
 * `members` is a group: the hidden ids of its other members. Every second group addresses people by number.
 */
export async function linkNumber(
  person: Person,
  { whatsapp: phones }: Pick<SandboxClient, 'whatsapp'>,
  { pn, members }: { pn: string; members: readonly (readonly string[])[] },
): Promise<LinkedNumber> {
  const you = await phones.addPerson({ pn, name: `Singer ${pn}` })
  const inGroups = new Map<string, string[]>()
  for (const [n, others] of members.entries()) {
    const addressing = n % 2 === 0 ? ('lid' as const) : ('pn' as const)
    const all = [you.lid, ...others]
    const group = await phones.addGroup({ subject: `Choir ${n}`, members: all, addressing })
    inGroups.set(group.id, all)
  }
  const { id } = await person.call(createConnection, {
    body: { channel: 'whatsapp', method: 'qr', consent: true },
  })
  const params = { id }
  const read = () => person.call(getConnection, { params })
  const qr = await scanned(read, (code) => phones.scan(you.lid, code))
  await until(read, ({ status }) => status === 'connected')
  const { items } = await until(
    () => person.call(listChats, { params }),
    (chats) => chats.items.length === members.length,
  )
  const groups: Group[] = []
  for (const { externalId } of items) {
    groups.push(await person.call(createGroup, { body: { connectionId: id, externalId } }))
  }
  return { you, connectionId: id, groups, members: inGroups, secrets: [qr, qr.split(',')[3]!] }
}

/** Scans the code of the page, or the next one if it has expired. Returns the code that was accepted. */
async function scanned(read: () => Promise<Connection>, scan: (qr: string) => Promise<unknown>) {
  for (let tries = 1; ; tries++) {
    const qr = qrOf(await until(read, ({ pairing }) => pairing?.step === 'scan'))
    try {
      await scan(qr)
      return qr
    } catch (error) {
      if (tries === SCANS_MAX || !(error as Error).message.includes('has expired')) throw error
      await pause(LOOK_MS)
    }
  }
}

const SCANS_MAX = 40

const qrOf = ({ pairing }: Connection) => (pairing?.step === 'scan' ? pairing.qr : '')

async function until<T>(read: () => Promise<T>, fits: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await read()
    if (fits(value)) return value
    await pause(LOOK_MS)
  }
}
