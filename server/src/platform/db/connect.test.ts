import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { Client } from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { emptyDatabase } from '../../../test/database.ts'
import { connect } from './connect.ts'

const PASSWORD = 'a-password-nobody-may-read'

/** What connecting fails with: one short paragraph without a secret. */
async function refusal(url: string, options?: Parameters<typeof connect>[2]): Promise<string> {
  const message = await connect(url, {}, options).then(
    () => 'It was not refused.',
    (error: Error) => `${error.name}: ${error.message}`,
  )
  expect(message).toMatch(/^StartError: [^\n]+\.$/)
  expect(message).not.toContain(PASSWORD)
  expect(message).not.toContain(new URL(inject('postgres').url).password)
  return message
}

const changed = (change: (url: URL) => void) => {
  const url = new URL(inject('postgres').url)
  change(url)
  return url.href
}

test('a database that is there is reached', async () => {
  const client = await connect(inject('postgres').url)
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await client.end()
})

test('a host that nobody knows is named', async () => {
  expect(await refusal(`postgres://me:${PASSWORD}@nowhere.invalid/db`)).toMatch(
    /the host "nowhere\.invalid"/,
  )
})

test('a port where nothing listens is named', async () => {
  const server = await listening(() => {})
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  expect(await refusal(`postgres://me:${PASSWORD}@127.0.0.1:${port}/db`)).toMatch(
    new RegExp(`Nothing listens at 127\\.0\\.0\\.1:${port}, where DATABASE_URL`),
  )
})

test('a wrong password is told with its user, a missing one too', async () => {
  expect(await refusal(changed((url) => (url.password = PASSWORD)))).toMatch(
    /refuses the password of the user "carillon"/,
  )
  expect(await refusal(changed((url) => (url.password = '')))).toMatch(
    /wants a password of the user "carillon", and DATABASE_URL has none/,
  )
})

test('a database that does not exist is named', async () => {
  expect(await refusal(changed((url) => (url.pathname = '/nothing_here')))).toMatch(
    /has no database "nothing_here"/,
  )
})

test('a server without TLS is told when the address asks for it', async () => {
  expect(await refusal(changed((url) => (url.search = '?sslmode=verify-full')))).toMatch(
    /does not speak TLS, which DATABASE_URL asks for/,
  )
})

test('a certificate file that is not there is named', async () => {
  expect(
    await refusal(
      changed((url) => (url.search = '?sslmode=verify-full&sslrootcert=/no/such/file')),
    ),
  ).toMatch(/names the file \/no\/such\/file/)
})

test('too many connections, and a user who is kept out, are told with the way on', async () => {
  const database = await emptyDatabase()
  onTestFinished(() => database.drop())
  const name = new URL(database.url).pathname.slice(1)
  const admin = new Client({ connectionString: database.url })
  await admin.connect()
  await admin.query(`create role ${name}_busy login password '${PASSWORD}' connection limit 0`)
  await admin.query(`create role ${name}_out nologin password '${PASSWORD}'`)
  onTestFinished(async () => {
    await admin.query(`drop role ${name}_busy, ${name}_out`)
    await admin.end()
  })
  const as = (role: string) => {
    const url = new URL(database.url)
    url.username = role
    url.password = PASSWORD
    return url.href
  }
  expect(await refusal(as(`${name}_busy`))).toMatch(
    /has no connection left for us .*max_connections/,
  )
  expect(await refusal(as(`${name}_out`))).toMatch(/does not let the user "test_\w+_out" in/)
})

test('a server that is too old is told with the oldest that will do', async () => {
  expect(
    await refusal(inject('postgres').url, {
      oldest: 99,
    }),
  ).toMatch(/is version 18\.\d+.*, which is too old: .* version 99 or newer/)
})

test('a database that can only be read is refused', async () => {
  const url = changed((one) => (one.search = '?options=-c%20default_transaction_read_only%3Don'))
  expect(await refusal(url)).toMatch(/can only be read: .* the primary server/)
})

test('a server that takes a connection and says nothing is given up', async () => {
  const server = await listening((socket) => socket.resume())
  const { port } = server.address() as AddressInfo
  expect(
    await refusal(`postgres://me:${PASSWORD}@127.0.0.1:${port}/db`, {
      answerWithinMs: 50,
    }),
  ).toMatch(/does not answer: it hangs/)
})

test('something that is no PostgreSQL is not taken for one', async () => {
  const server = await listening((socket) => socket.destroy())
  const { port } = server.address() as AddressInfo
  expect(await refusal(`postgres://me:${PASSWORD}@127.0.0.1:${port}/db`)).toMatch(
    /hangs up on us: check that/,
  )
})

async function listening(take: Parameters<typeof createServer>[1] & object): Promise<Server> {
  const server = createServer(take).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return server
}
