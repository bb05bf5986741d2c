import { once } from 'node:events'
import { createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { StartError } from '../errors.ts'
import { acceptMore, canShare, WAITING_MAX } from './acceptors.ts'

/**
 * Listens where the settings say. Throws StartError when that cannot be. What it gives closes the server:
 * it takes no more connections, and resolves once those that are there have their answers.
 */
export async function listen(
  http: FastifyInstance,
  { port, host }: Pick<Config, 'port' | 'host'>,
): Promise<() => Promise<void>> {
  try {
    if (!canShare) {
      await http.listen({ port, host, backlog: WAITING_MAX })
      return async () => http.close()
    }
    await findFree(port, host)
    // Fastify hands every option on to Node; its types do not name this one.
    const shared = { port, host, backlog: WAITING_MAX, reusePort: true }
    await http.listen(shared)
    const stopAccepting = await acceptMore(http.server)
    return async () => {
      await Promise.all([stopAccepting(), http.close()])
    }
  } catch (error) {
    const words = refusalOf((error as NodeJS.ErrnoException).code, port, host)
    throw words ? new StartError(words, { cause: error }) : error
  }
}

/** Throws when another program has the port: who shares a port would not be told. */
async function findFree(port: number, host: string): Promise<void> {
  if (port === 0) return
  const probe = createServer().listen({ port, host, exclusive: true })
  await once(probe, 'listening')
  await once(probe.close(), 'close')
}

function refusalOf(code: string | undefined, port: number, host: string): string | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is taken by another program: stop that program, or set PORT to another number.`
    case 'EACCES':
      return `This user may not listen on port ${port}: set PORT to 1024 or more, or give this user the right to.`
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
    case 'EINVAL':
      return `This machine does not have the address ${host}: set HOST to one that it has, 127.0.0.1 for this machine alone or 0.0.0.0 for every network.`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST is ${host}, a name that cannot be found: set it to an address of this machine, like 127.0.0.1.`
    default:
      return undefined
  }
}
