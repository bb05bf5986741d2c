import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { connect, createServer, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { fastify } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { StartError } from '../errors.ts'
import { listen } from './listen.ts'

async function refusal(port: number, host: string): Promise<unknown> {
  const http = fastify()
  onTestFinished(() => http.close())
  return listen(http, { port, host }).catch((error: unknown) => error)
}

/** Asks on a connection of its own, which ends with the answer. */
async function ask(url: string): Promise<string> {
  const [answer] = (await once(get(url, { agent: false }), 'response')) as [IncomingMessage]
  return text(answer)
}

test('a port that is taken is told with its number and its setting', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  expect(await refusal(port, '127.0.0.1')).toEqual(
    new StartError(
      `Port ${port} on 127.0.0.1 is taken by another program: stop that program, or set PORT to another number.`,
    ),
  )
})

test('two servers of one user are not given the same port', async () => {
  const http = fastify()
  const close = await listen(http, { port: 0, host: '127.0.0.1' })
  onTestFinished(close)
  const { port } = http.server.address() as AddressInfo
  expect(await refusal(port, '127.0.0.1')).toBeInstanceOf(StartError)
})

test('connections are taken many at a time, while each turn of the server takes long', async () => {
  const http = fastify()
  const close = await listen(http, { port: 0, host: '127.0.0.1' })
  onTestFinished(close)
  const { port } = http.server.address() as AddressInfo
  const COUNT = 500
  const clients = Array.from({ length: COUNT }, () => connect(port, '127.0.0.1'))
  onTestFinished(() => clients.forEach((client) => client.destroy()))
  // All of them wait to be taken before the first turn.
  let taken = 0
  const { promise: all, resolve } = Promise.withResolvers<void>()
  http.server.on('connection', () => (taken += 1) === COUNT && resolve())
  let turns = 0
  const turn = () => {
    if (taken > 0) turns += 1
    if (taken < COUNT) setImmediate(turn)
  }
  turn()
  await all
  expect(turns).toBeLessThan(COUNT / 4)
})

test('closing waits for the answers that are under way, however their connections were taken', async () => {
  const http = fastify()
  const answers = Promise.withResolvers<string>()
  http.get('/slow', () => answers.promise)
  const close = await listen(http, { port: 0, host: '127.0.0.1' })
  const { port } = http.server.address() as AddressInfo
  let asked = 0
  const { promise: allAsked, resolve } = Promise.withResolvers<void>()
  http.server.on('request', () => (asked += 1) === 50 && resolve())
  const asking = Array.from({ length: 50 }, () => ask(`http://127.0.0.1:${port}/slow`))
  await allAsked
  let closed = false
  const closing = close().then(() => (closed = true))
  await new Promise(setImmediate)
  expect(closed).toBe(false)
  answers.resolve('done')
  expect(new Set(await Promise.all(asking))).toEqual(new Set(['done']))
  await closing
})

test.each([
  // A network for documentation: no machine has an address of it.
  ['192.0.2.1', /does not have the address 192\.0\.2\.1: set HOST/],
  ['nowhere.invalid', /HOST is nowhere\.invalid, a name that cannot be found/],
])('HOST=%s is told with the way on', async (host, words) => {
  const error = await refusal(0, host)
  expect(error).toBeInstanceOf(StartError)
  expect((error as Error).message).toMatch(words)
})
