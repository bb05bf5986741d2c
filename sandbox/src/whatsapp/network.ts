import type { Group, Person } from '../world/whatsapp/model.ts'
import type { World } from '../world/world.ts'
import type { ServerIdentity } from './certificate.ts'
import type { Connection } from './connection.ts'
import type { Faults } from './faults.ts'
import type { Keyrings } from './keyrings.ts'
import type { Node } from './nodes.ts'

/** What all parts of the stand-in share. Only the world outlives it. */
export type Network = {
  readonly world: World
  readonly identity: ServerIdentity
  readonly connections: Set<Connection>
  readonly keyrings: Keyrings
  readonly faults: Faults
  /** How many keys more a client is said to have left here than it has; with some, it leaves no more. */
  readonly keysClaimed: number
  /** Requests that this cannot answer, or that break the protocol; without keys and texts. */
  readonly violations: string[]
  /** The last number of the version of WhatsApp Web that it has; an older client is refused. */
  revision: number
  /** How often it was asked for that. */
  revisionAsked: number
  /** How often a linked device logged in while it was connected already. */
  replaced: number
  /** How many files it was brought, those that it had already too. */
  filesBrought: number
  /** What people scanned, in its parts, and typed to link devices. */
  readonly entered: Set<string>
  /** Where media are taken and given, as host and port. */
  mediaHost: string
  /** What waits for a linked device that is away, by its address. */
  readonly waiting: Map<string, Node[]>
}

// Somebody who loops must not fill the memory.
const VIOLATIONS_KEPT = 1_000

export function violate({ violations }: Network, words: string): void {
  if (violations.length < VIOLATIONS_KEPT) violations.push(words)
}

export const seconds = ({ world }: Network): number => Math.floor(world.now() / 1000)

export const personBy = ({ world }: Network, user: string): Person | undefined => {
  const { people } = world.state.whatsapp
  return people.get(user) ?? [...people.values()].find(({ pn }) => pn === user)
}

export const groupBy = ({ world }: Network, id: string | undefined): Group | undefined =>
  world.state.whatsapp.groups.get(id ?? '')

export const connectionBy = (
  { connections }: Network,
  fits: (connection: Connection) => boolean,
): Connection | undefined => [...connections].find(fits)

/** A linked device came or went: its phone shows it. */
export function noteSeen({ world }: Network, { lid, id }: { lid: string; id: number }): void {
  const person = world.state.whatsapp.people.get(lid)
  if (!person?.linked.some((device) => device.id === id)) return
  const linked = person.linked.map((device) =>
    device.id === id ? { ...device, seenAt: world.now() } : device,
  )
  world.commit({ type: 'whatsappPersonSaved', person: { ...person, linked } })
}

/** A server's answer or notice needs an id of its own. */
export const newId = ({ world }: Network): string => world.random.text(16)
