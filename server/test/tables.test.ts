import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe } from 'vitest'
import { expect, test, type TestApp } from './test-app.ts'
import { claimedTables, type ClaimedTable } from './table-types.ts'

const SERVER = join(import.meta.dirname, '../src')

/** Tables that the platform reads and writes in plain SQL, without an interface; only older programs write removals. */
const PLAIN = ['delivery_removals', 'idempotency_keys', 'migrations', 'secret_canaries']

/** What a read gives for a type of PostgreSQL; jsonb and text also stand for types of our own. */
const READS: Record<string, string> = {
  bool: 'boolean',
  bytea: 'Buffer',
  float8: 'number',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  text: 'string',
  timestamptz: 'Date',
  uuid: 'string',
}
const OUR_OWN = ['jsonb', 'text']

type Column = { name: string; type: string; nullable: boolean; generated: boolean }
type Table = { name: string; columns: Column[] }

test('the interfaces of all tables say what the migrated database has', async ({ app }) => {
  const claimed = globSync('*/**/tables.ts', { cwd: SERVER }).flatMap((file) =>
    claimedTables(file, readFileSync(join(SERVER, file), 'utf8')),
  )
  // A comparison that sees nothing finds nothing: raise these as the tables grow.
  expect(claimed.length).toBeGreaterThan(15)
  expect(claimed.flatMap(({ columns }) => columns).length).toBeGreaterThan(150)

  const tables = (await tablesOf(app)).filter(({ name }) => !PLAIN.includes(name))
  expect(disagreements(claimed, tables)).toEqual([])
})

describe('a disagreement is told', () => {
  const column = (name: string, type: string, more: Partial<Column> = {}): Column => ({
    name,
    type,
    nullable: false,
    generated: false,
    ...more,
  })
  const bells: Table = {
    name: 'bells',
    columns: [
      column('id', 'uuid'),
      column('rung_at', 'timestamptz', { nullable: true }),
      column('rev', 'int8', { generated: true }),
      column('tone', 'text'),
      column('chimes', 'jsonb', { generated: true }),
      column('at', '_timestamptz'),
    ],
  }
  const right = {
    id: 'string',
    rungAt: 'Date | null',
    rev: 'Generated<number>',
    tone: "'high' | 'low'",
    chimes: 'ColumnType<Chime[], string | undefined, string>',
    at: 'Date[]',
  }
  const claim = (fields: Record<string, string | undefined>, table = 'bells: BellsTable') => {
    const lines = Object.entries(fields).flatMap(([name, type]) => (type ? `${name}: ${type}` : []))
    const source = `export interface BellsTable { ${lines.join('\n')} }
      declare module '../platform/db/database.ts' { interface Tables { ${table} } }`
    return disagreements(claimedTables('bells/tables.ts', source), [bells])
  }

  test('but an agreement is none', () => {
    expect(claim(right)).toEqual([])
    expect(claim({ ...right, tone: 'Tone', rungAt: 'null | Date' })).toEqual([])
    expect(claim({ ...right, rungAt: 'Generated<Date | null>', tone: 'string' })).toEqual([
      'bells.rung_at is claimed to be made by the database, which has no default.',
    ])
  })

  test.for<[fields: Record<string, string | undefined>, words: string]>([
    [{ tones: 'string' }, 'bells.tones is in no migration.'],
    [{ tone: undefined }, 'bells.tone is in no interface.'],
    [{ rungAt: 'Date' }, 'bells.rung_at may be null, which its type does not say.'],
    [{ tone: 'string | null' }, 'bells.tone is never null, unlike its type.'],
    [{ id: 'number' }, 'bells.id is uuid, not number.'],
    [{ rungAt: 'string | null' }, 'bells.rung_at is timestamptz, not string.'],
    [{ rev: 'Generated<string>' }, 'bells.rev is int8, not string.'],
    [{ at: 'Date' }, 'bells.at is _timestamptz, not Date.'],
    [{ at: 'string[]' }, 'bells.at is _timestamptz, not string[].'],
    [{ rungAt: 'Tone | null' }, 'bells.rung_at is timestamptz, not Tone.'],
    [{ id: 'Generated<string>' }, 'bells.id is claimed to be made by the database, which has no'],
    [
      { tone: 'ColumnType<Tone, string | undefined, string>' },
      'bells.tone is claimed to be made by the database, which has no default.',
    ],
    [{ 'chimes?': 'Chime[] | null', chimes: undefined }, 'bells.chimes is never null, unlike its'],
  ])('%j: %s', ([fields, words]) => {
    expect(claim({ ...right, ...fields })).toEqual([expect.stringContaining(words)])
  })

  test('of whole tables, on either side, and of a name that leads nowhere', () => {
    expect(claim(right, '')).toEqual(['bells is in no interface.'])
    expect(claim(right, 'bells: BellsTable; ropes: BellsTable')).toEqual([
      'ropes is in no migration.',
    ])
    expect(() => claim(right, 'bells: Bells')).toThrow('no interface for its table bells')
  })
})

/** Every way in which the two do not agree, a sentence each. */
function disagreements(claimed: ClaimedTable[], tables: Table[]): string[] {
  return pairs(claimed, tables).flatMap(([name, claim, table]) => {
    if (!claim) return [`${name} is in no interface.`]
    if (!table) return [`${name} is in no migration.`]
    return pairs(claim.columns, table.columns).flatMap(([column, said, is]) => {
      const words = !said ? 'is in no interface.' : !is ? 'is in no migration.' : differs(said, is)
      return words ? [`${name}.${column} ${words}`] : []
    })
  })
}

function differs(said: Column, is: Column): string | undefined {
  if (!reads(is.type, said.type)) return `is ${is.type}, not ${said.type}.`
  if (is.nullable && !said.nullable) return 'may be null, which its type does not say.'
  if (said.nullable && !is.nullable) return 'is never null, unlike its type.'
  return said.generated && !is.generated
    ? 'is claimed to be made by the database, which has no default.'
    : undefined
}

/** Whether a column of this type of PostgreSQL reads as this type of TypeScript. */
function reads(column: string, type: string): boolean {
  if (column.startsWith('_'))
    return type.endsWith('[]') && reads(column.slice(1), type.slice(0, -2))
  return Object.values(READS).includes(type) ? READS[column] === type : OUR_OWN.includes(column)
}

/** What has a name on one side or on both. */
function pairs<A extends { name: string }, B extends { name: string }>(some: A[], others: B[]) {
  const names = new Set([...some, ...others].map(({ name }) => name))
  return [...names].map((name): [string, A | undefined, B | undefined] => [
    name,
    some.find((one) => one.name === name),
    others.find((one) => one.name === name),
  ])
}

async function tablesOf({ pool }: TestApp): Promise<Table[]> {
  const { rows } = await pool.query<Column & { table: string }>(
    `select table_name as table, column_name as name, udt_name as type,
            is_nullable = 'YES' as nullable,
            column_default is not null or is_identity = 'YES' or is_generated = 'ALWAYS' as generated
     from information_schema.columns where table_schema = 'public'`,
  )
  const byTable = Map.groupBy(rows, ({ table }) => table)
  return [...byTable].map(([name, columns]) => ({ name, columns }))
}
