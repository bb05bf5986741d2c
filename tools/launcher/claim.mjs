import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { ROOT, say } from './here.mjs'

/**
 * Does something while no other process of this checkout does a thing of that name; others wait.
 * The claim is a listening socket: the kernel frees it when its holder dies, so it is never stale.
 * @template T
 * @param {string} name
 * @param {string} waiting what to say, once, while another process holds it
 * @param {() => Promise<T>} act
 * @param {AbortSignal} [signal] ends the wait, not the act
 * @returns {Promise<T>}
 */
export async function alone(name, waiting, act, signal) {
  const path = addressOf(`${ROOT} ${name}`)
  /** @type {Set<import('node:net').Socket>} */
  const others = new Set()
  let server = await listen(path)
  if (!server) say(`▸ ${waiting}`)
  while (!server) {
    if (!(await ended(path, signal)) && path.endsWith('.sock')) rmSync(path, { force: true })
    server = await listen(path)
  }
  server.on('connection', (socket) => {
    others.add(socket)
    socket.on('error', () => socket.destroy())
  })
  try {
    return await act()
  } finally {
    server.close()
    for (const socket of others) socket.destroy()
  }
}

/** Linux has names without files, Windows pipes; elsewhere it is a file. @param {string} name */
function addressOf(name) {
  const key = `carillon-${createHash('sha256').update(name).digest('hex').slice(0, 24)}`
  if (process.platform === 'linux') return `\0${key}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${key}`
  return join(tmpdir(), `${key}.sock`)
}

/** @param {string} path */
async function listen(path) {
  const server = createServer()
  server.unref()
  server.listen({ path, exclusive: true })
  try {
    await once(server, 'listening')
    return server
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EADDRINUSE') return undefined
    throw error
  }
}

/**
 * Resolves when the holder lets go or dies; false if nobody held it.
 * @param {string} path
 * @param {AbortSignal | undefined} signal
 */
async function ended(path, signal) {
  const socket = connect(path)
  socket.on('error', () => socket.destroy())
  let held = false
  socket.on('connect', () => (held = true))
  try {
    await once(socket, 'close', signal ? { signal } : {})
    return held
  } finally {
    socket.destroy()
  }
}
