import { api } from '@carillon/contract/api'
import { type Endpoint, schemaOf } from '@carillon/contract/endpoint'
import { schemas } from '@carillon/contract/schemas'
import fc from 'fast-check'
import { schemaPrinter, type Schema } from '../../server/src/platform/http/schemas.ts'
import { idOf, type Known } from './known.ts'
import { brokenBody, fitting, nasty, spoiled } from './values.ts'

/** Whose token, or cookies, a call carries. */
export type Who = 'own' | 'cookie' | 'other' | 'none' | 'bad'

export type Call = {
  name: string
  noun: string
  method: string
  path: string
  who: Who
  /** The pieces that are no words are sent as they are. */
  body: string | Buffer | undefined
  type: string
  key: string | undefined
}

const printer = schemaPrinter({})

/** Every endpoint of the contract with the JSON Schemas of what it takes. */
export const endpoints = api.rooms.flatMap(({ endpoints: all }) =>
  Object.entries(all).map(([name, endpoint]) => ({
    name,
    endpoint,
    noun: nounOf(endpoint.path),
    query: printed(endpoint.query),
    body: printed(endpoint.body),
  })),
)

function printed(name: string | undefined) {
  return name ? printer.print(schemaOf(schemas, name), 'input') : undefined
}

type Described = (typeof endpoints)[number]

/** `/api/users/me/sessions/:id` is about sessions, `/api/messages/:id/pause` about messages. */
function nounOf(path: string): string {
  const parts = path.split('/').slice(2)
  const before = parts.findIndex((part) => part.startsWith(':')) - 1
  return parts[before >= 0 ? before : 0] ?? ''
}

/** These end the account, the session or what is known of it: rarely as oneself, or little else is reached. */
const ENDING = new Set([
  'deleteMe',
  'signOut',
  'signOutEverywhere',
  'endSession',
  'deleteConnection',
  'deleteGroup',
  'deleteMessage',
])

/** As often as they stand here; only the calls of the identity service read a cookie. */
const WHO = {
  user: ['own', 'own', 'own', 'own', 'own', 'own', 'own', 'other', 'none', 'bad'],
  public: ['cookie', 'cookie', 'cookie', 'cookie', 'cookie', 'own', 'other', 'none', 'none', 'bad'],
} as const

const TYPES = ['text/plain', 'application/json; charset=utf-7', 'multipart/form-data', 'x', '']
const JSON_TYPE = 'application/json'

/** Calls of one endpoint: some as they must be, some with one thing wrong, some no JSON at all. */
export function callsOf(one: Described, known: Known): fc.Arbitrary<Call> {
  const { name, noun, endpoint } = one
  const whose: fc.Arbitrary<Who> = ENDING.has(name)
    ? fc.oneof(
        { weight: 1, arbitrary: fc.constantFrom<Who>(...WHO[endpoint.auth]) },
        { weight: 12, arbitrary: fc.constantFrom<Who>('other', 'none', 'bad') },
      )
    : fc.constantFrom<Who>(...WHO[endpoint.auth])
  return fc
    .record({
      path: pathOf(endpoint, noun, known),
      query: queryOf(one.query, known),
      who: whose,
      body: one.body ? bodyOf(one.body, known) : noBody,
      type: fc.oneof(
        { weight: 15, arbitrary: fc.constant(JSON_TYPE) },
        { weight: 1, arbitrary: fc.constantFrom(...TYPES) },
      ),
      key: fc.oneof(
        { weight: 16, arbitrary: fc.constant(undefined) },
        { weight: 1, arbitrary: fc.nat(50).map((n) => `key-${n}`) },
        { weight: 1, arbitrary: fc.constantFrom('key-1', 'k'.repeat(300), ' ') },
      ),
    })
    .map(({ path, query, type, ...rest }) => ({
      ...rest,
      name,
      noun,
      method: endpoint.method,
      path: query ? `${path}?${query}` : path,
      type: rest.body === undefined && type === JSON_TYPE ? '' : type,
    }))
}

const noBody = fc.oneof(
  { weight: 10, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.constantFrom('', '{}', '{', 'null') },
)

function pathOf({ path }: Endpoint, noun: string, known: Known): fc.Arbitrary<string> {
  const pieces = path.split('/').map((piece): fc.Arbitrary<string> => {
    if (!piece.startsWith(':')) return fc.constant(piece)
    const fits = [...(piece === ':id' ? known.of(idOf(noun)) : known.of(piece.slice(1)))]
    const odd = fc.oneof(nasty, fc.uuid()).map((value) => String(value).slice(0, 300) || 'x')
    return fc
      .oneof(
        { weight: 1, arbitrary: odd },
        ...weighed(8, fits.map(String)),
        ...weighed(1, known.foreign),
      )
      .map((text) => encodeURIComponent(text.toWellFormed()))
  })
  return fc.tuple(...pieces).map((parts) => parts.join('/'))
}

/** One of these, as often as its weight says; nothing when there are none. */
const weighed = (weight: number, values: readonly string[]) =>
  values.length > 0 ? [{ weight, arbitrary: fc.constantFrom(...values) }] : []

function queryOf(schema: Schema | undefined, known: Known): fc.Arbitrary<string> {
  const odd = fc.constantFrom(
    '',
    '',
    '',
    '',
    '',
    '',
    '',
    'a=1&a=2',
    '%',
    '__proto__=1',
    'limit[]=1',
    '=&=&',
  )
  if (!schema) return odd
  const fits = fitting(schema, '', known)
  const pairs = fc.oneof({ weight: 4, arbitrary: fits }, { weight: 2, arbitrary: spoiled(fits) })
  return fc.tuple(pairs, odd).map(([value, more]) => {
    const query = Object.entries(Object(value) as object)
      .slice(0, 20)
      .map(([name, one]) => [name.slice(0, 100), String(one).slice(0, 2_000).toWellFormed()])
      .map(([name = '', one = '']) => `${encodeURIComponent(name)}=${encodeURIComponent(one)}`)
    return [...query, ...(more ? [more] : [])].join('&')
  })
}

function bodyOf(schema: Schema, known: Known): fc.Arbitrary<string | Buffer | undefined> {
  const fits = fitting(schema, '', known)
  return fc.oneof(
    { weight: 14, arbitrary: fits.map((value) => JSON.stringify(value)) },
    { weight: 6, arbitrary: spoiled(fits).map((value) => JSON.stringify(value)) },
    { weight: 2, arbitrary: brokenBody },
    { weight: 1, arbitrary: fc.constant(undefined) },
  )
}
