import { anotherPicture } from '../world/group-picture.ts'
import type { Group, Person, Shown } from '../world/whatsapp/model.ts'
import { ControlRefusal, type World } from '../world/world.ts'
import { newKeyPair, type KeyPair } from './keys.ts'

export type NewPerson = { pn: string; name: string; lid?: string; companions?: number[] }

/** Adds somebody with a phone, and with further devices of their own if they have such. */
export function addPerson(world: World, given: NewPerson): Person {
  const { people } = world.state.whatsapp
  const { pn, name, companions = [], lid = `9${String(people.size + 1).padStart(11, '0')}` } = given
  if (people.has(lid) || [...people.values()].some((other) => other.pn === pn))
    throw new ControlRefusal('Somebody has this number or id already.')
  const identity = newKeyPair()
  const person: Person = {
    lid,
    pn,
    name,
    identity: {
      public: identity.public.toString('base64'),
      private: identity.private.toString('base64'),
    },
    ownDevices: [0, ...companions],
    linked: [],
  }
  world.commit({ type: 'whatsappPersonSaved', person })
  return person
}

export type NewGroup = {
  subject: string
  /** Hidden ids; the first is its admin. */
  members: string[]
  addressing?: Group['addressing']
  announce?: boolean
  /** Whether it begins with a picture. */
  picture?: boolean
}

export function addGroup(world: World, given: NewGroup): Group {
  const { groups, people } = world.state.whatsapp
  for (const lid of given.members)
    if (!people.has(lid)) throw new ControlRefusal(`Nobody has the id ${lid}.`)
  const group: Group = {
    id: `120363${String(groups.size + 1).padStart(12, '0')}@g.us`,
    subject: given.subject,
    createdAt: world.now(),
    addressing: given.addressing ?? 'lid',
    announce: given.announce ?? false,
    members: given.members.map((lid, i) => ({ lid, admin: i === 0 })),
    ...(given.picture ? { picture: anotherPicture(given.subject) } : {}),
  }
  world.commit({ type: 'whatsappGroupSaved', group })
  showService(world, group.id, given.members[0] ?? '', { kind: 'created' })
  return group
}

/** Shows a change of a group on all phones of its members. */
export function showService(
  world: World,
  groupId: string,
  lid: string,
  service: NonNullable<Shown['service']>,
): void {
  const [id, at] = [world.random.text(16), world.now()]
  const message = { groupId, id, lid, at, text: '', readers: [], service }
  world.commit({ type: 'whatsappShown', message })
}

export const keyPairOf = ({ identity }: Person): KeyPair => ({
  public: Buffer.from(identity.public, 'base64'),
  private: Buffer.from(identity.private, 'base64'),
})
