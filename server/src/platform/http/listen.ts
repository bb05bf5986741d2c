import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { StartError } from '../errors.ts'

/** Listens where the settings say. Throws StartError when that cannot be. */
export async function listen(
  http: FastifyInstance,
  { port, host }: Pick<Config, 'port' | 'host'>,
): Promise<void> {
  try {
    await http.listen({ port, host })
  } catch (error) {
    const words = refusalOf((error as NodeJS.ErrnoException).code, port, host)
    throw words ? new StartError(words, { cause: error }) : error
  }
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
