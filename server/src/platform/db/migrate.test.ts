import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, type QueryResultRow } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { emptyDatabase } from '../../../test/database.ts'
import { createLog } from '../log.ts'
import { migrate } from './migrate.ts'

const BELLS = 'create table bells (id int primary key)'

let database: Awaited<ReturnType<typeof emptyDatabase>>
let folder: string
let told: string[]

beforeEach(async () => {
  database = await emptyDatabase()
  folder = mkdtempSync(join(tmpdir(), 'carillon-migrations-'))
  told = []
})

afterEach(async () => {
  await database.drop()
  rmSync(folder, { recursive: true })
})

const file = (name: string, sql: string) => writeFileSync(join(folder, name), sql)

const log = createLog('info', {
  write(line) {
    const { migration } = JSON.parse(line)
    if (migration) told.push(migration)
  },
})

const run = () => migrate(database.url, log, folder)

/** The error that a run ends with. */
const refusal = () =>
  run().then(
    () => undefined,
    (error: Error) => error.message,
  )

async function query<R extends QueryResultRow>(sql: string): Promise<R[]> {
  const client = new Client({ connectionString: database.url })
  await client.connect()
  try {
    return (await client.query<R>(sql)).rows
  } finally {
    await client.end()
  }
}

const applied = async () =>
  (await query<{ name: string }>('select name from migrations order by name')).map(
    ({ name }) => name,
  )

test('files are applied in the order of their numbers, other files are left alone', async () => {
  file('0002_chimes.sql', 'alter table bells add column chime text')
  file('0001_bells.sql', BELLS)
  file('README.md', 'not SQL at all')
  await run()
  expect(told).toEqual(['0001_bells.sql', '0002_chimes.sql'])
  expect(await query('select id, chime from bells')).toEqual([])
})

test('a second run does nothing; a later one applies what is new', async () => {
  file('0001_bells.sql', BELLS)
  await run()
  const before = await query('select * from migrations')
  await run()
  expect(await query('select * from migrations')).toEqual(before)
  expect(told).toEqual(['0001_bells.sql'])

  file('0002_chimes.sql', 'alter table bells add column chime text')
  await run()
  expect(told).toEqual(['0001_bells.sql', '0002_chimes.sql'])
})

test('the line ends of another system are no change', async () => {
  file('0001_bells.sql', `-- Bells\n${BELLS}\n`)
  await run()
  file('0001_bells.sql', `-- Bells\r\n${BELLS}\r\n`)
  await run()
  expect(told).toEqual(['0001_bells.sql'])
})

test('a file that was changed after it had been applied is refused, and nothing after it is applied', async () => {
  file('0001_bells.sql', BELLS)
  await run()
  file('0001_bells.sql', `${BELLS} -- and a second thought`)
  file('0002_chimes.sql', 'create table chimes (id int)')
  expect(await refusal()).toContain(
    'Migration 0001_bells.sql was changed after it had been applied.',
  )
  expect(await applied()).toEqual(['0001_bells.sql'])
})

test('a file that fails is named, and leaves nothing of itself behind', async () => {
  file('0001_bells.sql', BELLS)
  file('0002_chimes.sql', 'create table chimes (id int); create table bells (id int)')
  expect(await refusal()).toBe(
    'Migration 0002_chimes.sql failed: relation "bells" already exists. Nothing of it was kept.',
  )
  expect(await applied()).toEqual(['0001_bells.sql'])
  expect(await query(`select to_regclass('chimes') as chimes`)).toEqual([{ chimes: null }])

  file('0002_chimes.sql', 'create table chimes (id int)')
  await run()
  expect(await applied()).toEqual(['0001_bells.sql', '0002_chimes.sql'])
})

test('a database that a newer version has used is refused, and nothing is changed', async () => {
  file('0001_bells.sql', BELLS)
  file('0003_newer.sql', 'create table newer (id int)')
  await run()
  rmSync(join(folder, '0003_newer.sql'))
  file('0002_chimes.sql', 'create table chimes (id int)')
  expect(await refusal()).toMatch(
    /^A newer version of Carillon has used this database: 0003_newer\.sql is not known here\. Nothing was changed\./,
  )
  expect(await applied()).toEqual(['0001_bells.sql', '0003_newer.sql'])
})

test('a database from before the first release is told to be too old, and nothing is changed', async () => {
  file('0001_users.sql', BELLS)
  file('0058_kinds_and_receipts.sql', 'alter table bells add column chime text')
  await run()
  rmSync(folder, { recursive: true })
  mkdirSync(folder)
  file('0001_people.sql', BELLS)
  expect(await refusal()).toBe(
    'This database was made by a version from before the first release of Carillon, and cannot be brought up to date. Nothing was changed. Start with a new, empty database: name one in DATABASE_URL or, without DATABASE_URL, set DATA_DIR to a new folder.',
  )
  expect(await applied()).toEqual(['0001_users.sql', '0058_kinds_and_receipts.sql'])
})

test('a part of a backup is refused, whichever part it is, and nothing is changed', async () => {
  file('0001_bells.sql', BELLS)
  file('0002_chimes.sql', 'create table chimes (id int)')
  await run()
  await query('drop table bells')
  expect(await refusal()).toContain('lacks tables that it had (bells): it looks like a part')
  await query(`${BELLS}; delete from migrations`)
  expect(await refusal()).toContain('has tables (bells, chimes), but no record in the table')
  await query('drop table migrations')
  expect(await refusal()).toContain('has tables (bells, chimes), but no record in the table')
  expect(await query(`select to_regclass('migrations') as migrations`)).toEqual([
    { migrations: null },
  ])
})

test('a user who may make no tables is told so', async () => {
  file('0001_bells.sql', BELLS)
  const role = new URL(database.url).pathname.slice(1)
  await query(`create role ${role} login password 'p'`)
  const url = new URL(database.url)
  url.username = role
  url.password = 'p'
  const words = await migrate(url.href, log, folder).catch((error: Error) => error.message)
  await query(`drop role ${role}`)
  expect(words).toMatch(/^The user of DATABASE_URL may not make tables \(permission denied/)
})

test('if many processes migrate at once, one does it, and the others wait for it', async () => {
  file('0001_bells.sql', BELLS)
  file('0002_chimes.sql', 'create table chimes (id int)')
  file('0003_ring.sql', 'insert into bells values (1)')
  await Promise.all([run(), run(), run(), run()])
  expect(told).toEqual(['0001_bells.sql', '0002_chimes.sql', '0003_ring.sql'])
  expect(await query('select id from bells')).toEqual([{ id: 1 }])
})

test('one that died in the middle holds nobody up', async () => {
  file('0001_bells.sql', BELLS)
  file(
    '0002_chimes.sql',
    `create table chimes (id int); select pg_terminate_backend(pg_backend_pid())`,
  )
  expect(await refusal()).toContain('0002_chimes.sql failed')
  file('0002_chimes.sql', 'create table chimes (id int)')
  await run()
  expect(await applied()).toEqual(['0001_bells.sql', '0002_chimes.sql'])
})

// Elsewhere the system may not know of this, and keeps its own.
test.runIf(process.platform === 'linux')(
  'PostgreSQL is told to notice a lost migrator too',
  async () => {
    file('0001_seen.sql', `create table seen as select current_setting('tcp_user_timeout') as ms`)
    await run()
    expect(await query('select ms from seen')).toEqual([{ ms: '10000' }])
  },
)
