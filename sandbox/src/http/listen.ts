import { once } from 'node:events'
import type { Server as HttpServer } from 'node:http'
import type { Server } from 'node:net'

/** Binds to loopback: on the wished port, or on any free one when that is taken and need not be. */
export async function listen(server: Server, wished: number, must: boolean): Promise<void> {
  try {
    await bind(server, wished)
  } catch (error) {
    if (must) throw new Error(`Port ${wished} is taken.`, { cause: error })
    if (wished === 0) throw error
    await bind(server, 0)
  }
}

/** Closes a server and whatever is still connected to it. */
export async function hangUp(server: HttpServer): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
}

/** The port in an address of last time; 0 when there is none. */
export const portOf = (address: string | undefined): number =>
  Number(URL.parse(address ?? '')?.port ?? 0)

async function bind(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
}
