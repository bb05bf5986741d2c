import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Systems give ports above 32,768 to whoever asks for any: one of those may be taken before its program has started. */
const LOWEST = 20_000
const HIGHEST = 32_000

/** A port of this machine that nobody listens at: for programs that have to be told theirs before they start. */
export async function freePort(): Promise<number> {
  const port = randomInt(LOWEST, HIGHEST)
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return freePort()
  }
  server.close()
  await once(server, 'close')
  return port
}
