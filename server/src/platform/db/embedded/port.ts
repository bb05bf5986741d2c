import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { StartError } from '../../errors.ts'
import { keep } from './cluster.ts'
import type { Folders } from './folders.ts'

/** The port of this database on loopback: the one it had before if it is free, else a new one. */
export async function choosePort(folders: Folders): Promise<number> {
  const kept = await readFile(join(folders.home, 'port'), 'utf8').then(Number, () => 0)
  const port = (kept && (await tryPort(kept))) || (await tryPort(0))
  if (!port) throw new StartError('No free port was found on 127.0.0.1 for the database.')
  if (port !== kept) await keep(folders, 'port', String(port))
  return port
}

/** The port, if it can be listened on; 0 asks for any. */
async function tryPort(port: number): Promise<number | undefined> {
  const server = createServer()
  try {
    server.listen({ port, host: '127.0.0.1', exclusive: true })
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  } catch {
    return undefined
  } finally {
    server.close()
  }
}
