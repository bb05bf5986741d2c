import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { fastify } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { StartError } from '../errors.ts'
import { listen } from './listen.ts'

async function refusal(port: number, host: string): Promise<unknown> {
  const http = fastify()
  onTestFinished(() => http.close())
  return listen(http, { port, host }).catch((error: unknown) => error)
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

test.each([
  // A network for documentation: no machine has an address of it.
  ['192.0.2.1', /does not have the address 192\.0\.2\.1: set HOST/],
  ['nowhere.invalid', /HOST is nowhere\.invalid, a name that cannot be found/],
])('HOST=%s is told with the way on', async (host, words) => {
  const error = await refusal(0, host)
  expect(error).toBeInstanceOf(StartError)
  expect((error as Error).message).toMatch(words)
})
