import fc from 'fast-check'
import type { Schema } from '../../server/src/platform/http/schemas.ts'
import { idOf, type Known } from './known.ts'

type Value = fc.Arbitrary<unknown>

/** What programs stumble over, whatever was asked for. */
export const nasty: Value = fc.constantFrom<unknown>(
  null,
  true,
  false,
  0,
  -1,
  0.5,
  1e308,
  -(2 ** 63),
  2 ** 53,
  [],
  {},
  [[]],
  [null],
  { a: {} },
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\u202eabc',
  '\ufeff',
  'é'.repeat(300),
  "'; drop table users; --",
  '\\',
  '%',
  '%00',
  '%_%',
  '../../etc/passwd',
  '${7*7}',
  '{{7*7}}',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'NaN',
  '-0',
  '1e999',
  '9'.repeat(400),
  '2026-02-30T09:00',
  '0000-00-00',
  '9999-12-31T23:59',
  '+275760-09-13T00:00:00.000Z',
  'Europe/Nowhere',
  '+25:00',
  'x'.repeat(201),
  '_*[`~|'.repeat(500),
  'a'.repeat(20_001),
  '* * * * *',
  '0 0 31 2 *',
  '*/0 * * * *',
  '0-59/1,0-59/1 * * * *',
  '[a](tg://user?id=1)',
)

/** Zones with much behind them: half hours, changes at midnight, days left out. */
const ZONES = ['UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'America/Havana', 'Pacific/Apia']

/** Values that the contract accepts as far as its JSON Schema tells; `name` is the field's. */
export function fitting(schema: Schema, name: string, known: Known): Value {
  const remembered = rememberedOf(name, known)
  const made = anew(schema, name, known)
  if (remembered.length === 0 || schema.type === 'array' || schema.type === 'object') return made
  const others = name.includes('Id') ? known.foreign : []
  return fc.oneof(
    { weight: 30, arbitrary: fc.constantFrom(...remembered) },
    { weight: 1, arbitrary: made },
    ...(others.length > 0 ? [{ weight: 2, arbitrary: fc.constantFrom(...others) }] : []),
  )
}

function rememberedOf(name: string, known: Known): readonly unknown[] {
  if (name === 'timeZone') return ZONES
  if (name === 'cursor') return known.of('nextCursor')
  const noun = /^([a-z]+)Ids?$/.exec(name)?.[1]
  if (noun) return known.of(idOf(`${noun}s`))
  return known.of(name)
}

function anew(schema: Schema, name: string, known: Known): Value {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((one) => fitting(one, name, known)))
  switch (schema.type) {
    case 'object':
      return objects(schema, name, known)
    case 'array': {
      const size = { minLength: schema.minItems ?? 0, maxLength: Math.min(schema.maxItems ?? 5, 5) }
      return fc.array(fitting(schema.items ?? {}, name, known), size)
    }
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -5, max: Math.min(schema.maximum ?? 500, 1e9) })
    case 'number':
      return fc.double({ min: schema.minimum ?? -5, max: schema.maximum ?? 500, noNaN: true })
    case 'string':
      return texts(schema, name)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

function objects(schema: Schema, name: string, known: Known): Value {
  const { properties, required = [], additionalProperties } = schema
  if (!properties) {
    const keys = rememberedOf('groupIds', known).map(String)
    const key = keys.length > 0 ? fc.constantFrom(...keys) : fc.uuid()
    return fc.dictionary(key, fitting(additionalProperties ?? {}, name, known), { maxKeys: 3 })
  }
  const fields = Object.entries(properties).map(([field, one]): [string, Value] => {
    const value = fitting(one, field, known)
    return [field, required.includes(field) ? value : fc.oneof(leftOut, leftOut, value)]
  })
  const some = fc.record(Object.fromEntries(fields))
  if (required.length > 0) return some
  // Where nothing is asked for, often exactly one of the fields may be given.
  const single = Object.entries(properties).map(([field, one]) =>
    fitting(one, field, known).map((value) => ({ [field]: value })),
  )
  return fc.oneof(some, ...single)
}

const leftOut = fc.constant(undefined)

function texts({ format, pattern, minLength = 0, maxLength = 40 }: Schema, name: string): Value {
  if (name === 'email') return fc.nat(20).map((n) => `fuzz-${n}@example.org`)
  if (name === 'otp') return fc.stringMatching(/^\d{6}$/)
  if (name === 'expression') return fc.constantFrom(...EXPRESSIONS)

  if (format === 'date-time') return instants.map((at) => at.toISOString())
  if (format === 'date') return instants.map((at) => at.toISOString().slice(0, 10))
  if (format === 'uri') return fc.webUrl({ validSchemes: ['https'] })
  if (pattern?.includes('T')) return instants.map((at) => at.toISOString().slice(0, 16))
  if (pattern?.startsWith('^\\d{4}')) return instants.map((at) => at.toISOString().slice(0, 10))
  if (pattern) return fc.stringMatching(new RegExp(pattern))
  const size = { minLength, maxLength: Math.min(maxLength, 60) }
  return fc.oneof(fc.string(size), fc.string({ ...size, unit: 'grapheme' }))
}

const EXPRESSIONS = ['0 9 * * 1', '*/5 * * * *', '0 0 29 2 *', '59 23 31 12 *', '0 9 1-7 * 1']

/** Mostly near now, where the product has something to do. */
const instants = fc.oneof(
  fc.integer({ min: -3, max: 90 * 24 }).map((hours) => new Date(Date.now() + hours * 3_600_000)),
  fc.date({ min: new Date('1970-01-01'), max: new Date('2199-12-31'), noInvalidDate: true }),
)

/** The same value with one thing in it that does not fit. */
export function spoiled(value: Value): Value {
  return fc.tuple(value, fc.nat(), nasty, fc.nat(5)).map(([whole, place, bad, how]) => {
    const copy: unknown = structuredClone(whole)
    const places: [holder: Record<string, unknown>, key: string][] = []
    collect(copy, places)
    const [holder, key] = places[place % Math.max(1, places.length)] ?? []
    if (!holder || !key) return bad
    if (how === 0) Reflect.deleteProperty(holder, key)
    else if (how === 1) holder[`${key}2`] = bad
    else if (how === 2) holder[key] = [holder[key], holder[key]]
    else if (how === 3) holder[key] = Array.from({ length: 6_000 }, () => holder[key])
    else holder[key] = bad
    return copy
  })
}

function collect(value: unknown, places: [Record<string, unknown>, string][]): void {
  if (typeof value !== 'object' || value === null) return
  for (const key of Object.keys(value)) {
    places.push([value as Record<string, unknown>, key])
    collect((value as Record<string, unknown>)[key], places)
  }
}

const deep = (open: string, close: string, depth: number) =>
  open.repeat(depth) + close.repeat(depth)

/** Bodies that are no JSON, or not as anybody writes it. */
export const brokenBody: fc.Arbitrary<string | Buffer> = fc.oneof(
  fc.json().map((text) => text.slice(0, -1)),
  fc.json().map((text) => `${text}${text}`),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  fc.constantFrom<string | Buffer>(
    '',
    '""',
    '[]',
    'null',
    '{',
    '{"a":1,"a":2}',
    '{"__proto__":{"id":1}}',
    '\ufeff{}',
    'NaN',
    '{"constructor":{"prototype":{"id":1}}}',
    '{"text":"\\ud800"}',
    '{"text":"\\u0000"}',
    '{,}',
    deep('[', ']', 5_000),
    deep('{"a":', '}', 5_000),
    deep('{"content":', '}', 50_000),
    `{"kind":"${'a'.repeat(999_000)}"}`,
    `"${'a'.repeat(1_000_001)}"`,
    '1e999',
    '-0',
    '{"id":1e400}',
    Buffer.from([0xff, 0xfe, 0x7b, 0, 0x7d, 0]),
    Buffer.from([0x7b, 0xc0, 0xaf, 0x7d]),
  ),
)
