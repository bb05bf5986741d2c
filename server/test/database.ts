import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'

/** A migrated, empty database of one's own, cloned in some 30 ms; `drop` removes it with whoever is still connected. */
export const cloneDatabase = () => createDatabase(inject('postgres').template)

/** A database of one's own without anything in it, not even our tables. */
export const emptyDatabase = () => createDatabase('template1')

async function createDatabase(template: string): Promise<{ url: string; drop(): Promise<void> }> {
  const { url } = inject('postgres')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  // Its files are copied as they are; through the log, as PostgreSQL does unless told, takes twice as long.
  await run(url, `create database ${name} template ${template} strategy file_copy`)
  const own = new URL(url)
  own.pathname = `/${name}`
  return { url: own.href, drop: () => run(url, `drop database ${name} with (force)`) }
}

/** One connection for all tests of this process: to open one takes a third of the time of a clone. */
let admin: Promise<Client> | undefined

async function run(url: string, sql: string) {
  admin ??= connect(url)
  await (await admin).query(sql)
}

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  // It ends with the database, after the last test.
  client.on('error', () => (admin = undefined))
  await client.connect()
  return client
}
