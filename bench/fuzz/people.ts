import { schemaOf } from '@carillon/contract/endpoint'
import { createMessage, sendMessageNow } from '@carillon/contract/messages'
import { schemas } from '@carillon/contract/schemas'
import { getMe, updateMe } from '@carillon/contract/users'
import { newPerson, type Person } from '../../tools/client.ts'
import { openCommunity } from '../../tools/community.ts'
import type { Product } from '../../tools/product.ts'
import { endpoints } from './calls.ts'
import { Known } from './known.ts'

/** Somebody with groups and messages, and the words that stand in everything of theirs. */
export type Inhabitant = { person: Person; token: string; mark: string; ids: string[] }

let made = 0

/** Makes a person with a bot, groups and messages of every kind; all of it carries a mark of its own. */
export async function inhabit(product: Product, mark: string): Promise<Inhabitant> {
  const email = `${mark}-${++made}@example.org`
  const { person, groups, sandbox } = await openCommunity(product, {
    bots: 1,
    groupsPerBot: 3,
    email,
    title: mark,
  })
  sandbox.close()
  await person.call(updateMe, { body: { displayName: mark } })
  const groupIds = groups.map(({ id }) => id)
  const content = { text: `${mark} says good morning.` }
  const message = { title: mark, content, groupIds }
  const schedule = { timeZone: 'Europe/Berlin' }
  const later = `${new Date().getUTCFullYear() + 1}-03-01T09:00`
  const draft = { ...message, kind: 'scheduled', status: 'draft' } as const
  await person.call(createMessage, { body: draft })
  await person.call(createMessage, {
    body: {
      ...draft,
      status: 'active',
      schedule: { ...schedule, rule: { kind: 'once', at: later } },
    },
  })
  const daily = { kind: 'daily' as const, everyDays: 1, at: ['09:00', '18:30'] }
  await person.call(createMessage, {
    body: {
      ...message,
      kind: 'automated',
      status: 'active',
      schedule: { ...schedule, rule: daily },
    },
  })
  const { id } = await person.call(createMessage, { body: draft })
  await person.call(sendMessageNow, { params: { id } })
  const token = await person.token()
  const known = await knownOf(product.url, token)
  const { uid } = await person.call(getMe, {})
  const ids = NOUNS.flatMap((noun) => known.of(`id of ${noun}`)).filter((one) => one !== uid)
  return { person, token, mark, ids: [...ids.map(String), uid] }
}

/** A person without any data, whom only the fuzz uses. */
export async function visit(product: Product): Promise<Inhabitant> {
  const person = await newPerson(product.url, `visitor-${++made}@example.org`)
  return { person, token: await person.token(), mark: '', ids: [] }
}

/** Whether the person's session and account are still there; their token is a fresh one then. */
export async function isStillThere(inhabitant: Inhabitant): Promise<boolean> {
  try {
    inhabitant.token = await inhabitant.person.token()
    await inhabitant.person.call(getMe, {})
    return true
  } catch {
    return false
  }
}

const NOUNS = [
  'users',
  'messages',
  'occurrences',
  'deliveries',
  'groups',
  'connections',
  'sessions',
]

/** What the lists of somebody hold, as it is learned from answers. */
export async function knownOf(url: string, token: string, known = new Known()): Promise<Known> {
  for (const { noun, endpoint } of endpoints) {
    const { method, path, auth, query } = endpoint
    if (method !== 'GET' || auth !== 'user' || path.includes(':')) continue
    if (query && !schemaOf(schemas, query).safeParse({}).success) continue
    const answer = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } })
    known.learn(noun, await answer.json())
  }
  return known
}
