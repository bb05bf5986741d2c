import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

/** The checkout. */
export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..')

/** What the launcher fetches for itself; never committed, safe to delete. */
export const RUNTIME = resolve(ROOT, '.runtime')

/** What a person should read goes to standard error: a task's own output stays clean. @param {string} words */
export const say = (words) => void process.stderr.write(`${words}\n`)

/** Reads .env into the environment; what is already set there wins. */
export function loadSettings() {
  const path = join(ROOT, '.env')
  if (existsSync(path)) process.loadEnvFile(path)
}

/** Where everything lies that must outlive the process. */
export const dataDir = () => resolve(ROOT, process.env.DATA_DIR || '.data')

/**
 * Whether the sandbox is to run beside the server: it lets anybody who reaches it act as anybody,
 * so only while nothing but this machine can.
 * @param {NodeJS.ProcessEnv} env
 */
export function wantsSandbox({ SANDBOX, HOST, PUBLIC_URL }) {
  if (SANDBOX === 'off') return false
  return isLoopback(HOST || '127.0.0.1') && isLoopback(hostOf(PUBLIC_URL || 'http://localhost'))
}

/** @param {string} host */
const isLoopback = (host) => /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host)

/** @param {string} url */
const hostOf = (url) => (URL.canParse(url) ? new URL(url).hostname : url)

/** How long an instance may take to say that it lives. */
const ANSWER_WITHIN_MS = 3_000

/**
 * What the server writes while it listens.
 * @typedef {{ pid: number, url: string }} Instance
 */

const FILE = () => join(dataDir(), 'server.json')

/**
 * The instance that runs on this data directory, if one does.
 * @returns {Promise<Instance | undefined>}
 */
export async function runningInstance() {
  const instance = readJson(FILE())
  if (!instance) return undefined
  if (isAlive(instance.pid) && (await answer(instance.url)) !== undefined) return instance
  // Left by one that was killed: what appears there from now on is new.
  rmSync(FILE(), { force: true })
  return undefined
}

/** The instance that we started, once it is ready to be used. @returns {Promise<Instance | undefined>} */
export async function readyInstance() {
  const instance = readJson(FILE())
  return instance && (await answer(instance.url)) === 200 ? instance : undefined
}

/**
 * Where the sandbox of this data directory answers, once it listens.
 * @param {number} pid of the sandbox we started: the file may be an older one's
 * @returns {string | undefined}
 */
export function sandboxUrl(pid) {
  const endpoints = readJson(join(dataDir(), 'sandbox/endpoints.json'))
  return endpoints?.pid === pid ? endpoints.http : undefined
}

/** The status of its readiness page, undefined without one. @param {string} url */
async function answer(url) {
  try {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
    const response = await fetch(new URL('/readyz', url), { signal })
    await response.arrayBuffer()
    return response.status
  } catch {
    return undefined
  }
}

/** A file that is just being written reads as none: we look again. @param {string} path */
function readJson(path) {
  try {
    return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
  } catch {
    return undefined
  }
}

/** Whether a process lives, whoever it belongs to. @param {number} pid */
export function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}

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
