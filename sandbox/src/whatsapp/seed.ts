import { addGroup, addPerson } from './people.ts'
import type { World } from '../world/world.ts'

/** The first people and groups, so that a newcomer can link a number and post at once. */
export function seedWhatsapp(world: World): void {
  const person = (pn: string, name: string, companions: number[] = []) =>
    addPerson(world, { pn, name, companions }).lid
  const you = person('12025550101', 'You')
  const work = person('12025550102', 'You at work')
  const amara = person('12025550103', 'Amara Obi', [7])
  const jonas = person('12025550104', 'Jonas Weber')
  const lina = person('12025550105', 'Lina Haddad', [7])
  const priya = person('12025550106', 'Priya Nair')

  const group = (subject: string, members: string[], more = {}) =>
    addGroup(world, { subject, members, picture: true, ...more }).id
  const say = (groupId: string, lid: string, text: string) => {
    const readers = world.state.whatsapp.groups.get(groupId)?.members.map((one) => one.lid) ?? []
    const id = world.random.text(16)
    const message = { groupId, id, lid, at: world.now(), text, readers }
    world.commit({ type: 'whatsappShown', message })
  }

  const choir = group('Harbour Choir', [you, amara, jonas, priya])
  say(choir, amara, 'Is rehearsal at *seven* or half past this week?')
  const school = group('School Run 4B', [you, lina, priya], { addressing: 'pn' })
  say(school, lina, 'Can somebody take the girls on Thursday?')
  const allotment = group('Allotment Neighbours', [jonas, you, lina, amara])
  say(allotment, jonas, 'The water is back on. _Close the tap when you leave!_')
  const library = group('Friends of the Library', [priya, you, jonas, lina], { announce: true })
  say(library, priya, 'Book sale on the 5th: bring what you have read.')
  const customers = group('Corner Bakery Orders', [work, amara, lina, priya])
  say(customers, lina, 'Two rye loaves for Saturday, please.')
}
