import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartError } from '../../errors.ts'

/**
 * A name that one process on this machine holds. It is a listening socket, so the kernel frees it
 * when its holder dies: unlike a lock file it can never be stale.
 */
export interface Claim {
  release(): Promise<void>
}

/** Takes the name, or returns undefined while another process holds it. */
export async function tryClaim(name: string): Promise<Claim | undefined> {
  const path = addressOf(name)
  const server = (await listen(path)) ?? ((await answers(path)) ? undefined : await relisten(path))
  if (!server) return undefined
  const waiting = new Set<Socket>()
  server.on('connection', (socket) => {
    waiting.add(socket)
    socket.on('error', () => socket.destroy()).on('close', () => waiting.delete(socket))
  })
  return {
    async release() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of waiting) socket.destroy()
      await closed
    },
  }
}

/** Takes the name as soon as it is free; throws `busy` once `withinMs` have passed. */
export async function claim(name: string, withinMs: number, busy: string): Promise<Claim> {
  const deadline = AbortSignal.timeout(withinMs)
  for (;;) {
    const mine = await tryClaim(name)
    if (mine) return mine
    if (deadline.aborted) throw new StartError(busy)
    await waitForRelease(addressOf(name), deadline)
  }
}

/** On Linux an abstract socket name, on Windows a pipe; elsewhere a socket file that a new holder may replace. */
function addressOf(name: string): string {
  const key = `carillon-${createHash('sha256').update(name).digest('hex').slice(0, 24)}`
  if (process.platform === 'linux') return `\0${key}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${key}`
  return join(tmpdir(), `${key}.sock`)
}

async function listen(path: string): Promise<Server | undefined> {
  const server = createServer()
  server.unref()
  server.listen({ path, exclusive: true })
  try {
    await once(server, 'listening')
    return server
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return undefined
    throw error
  }
}

/** Only a socket file outlives its holder. */
async function relisten(path: string): Promise<Server | undefined> {
  if (process.platform !== 'linux' && process.platform !== 'win32') await rm(path, { force: true })
  return listen(path)
}

async function answers(path: string): Promise<boolean> {
  const socket = connect(path)
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

/** Resolves when the holder releases the name or dies: both end the connection to it. */
async function waitForRelease(path: string, deadline: AbortSignal): Promise<void> {
  const socket = connect(path)
  socket.on('error', () => socket.destroy())
  try {
    await once(socket, 'close', { signal: deadline })
  } catch {
    // The deadline has passed: the caller tries once more and then reports it.
  } finally {
    socket.destroy()
  }
}
