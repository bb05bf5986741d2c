import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { onSignals, ServiceEnded, startService, stopService, waitFor } from './child.mjs'
import {
  alone,
  dataDir,
  readyInstance,
  ROOT,
  runningInstance,
  sandboxUrl,
  say,
  wantsSandbox,
} from './project.mjs'

/** @typedef {import('./child.mjs').Service} Service */

/** What the server is started from. */
export const SERVER_SCRIPT = join(ROOT, 'server/src/main.ts')

const SERVER = 'The server'
const SANDBOX = 'The sandbox'

/** A first start makes the database and its tables; on a slow disk that takes its time. */
const READY_WITHIN_MS = 180_000
const SANDBOX_READY_WITHIN_MS = 30_000

/** The server gives what is on the wire 25 s, then has to write the outcome and stop its database. */
const SERVER_STOPS_WITHIN_MS = 30_000
const SERVICE_STOPS_WITHIN_MS = 5_000

const SAME_SIGNAL_MS = 1_000
let stoppedAt = 0

/**
 * @typedef {object} Plan
 * @property {() => Promise<void>} prepare what must be there before anything starts
 * @property {string[]} server the words that start the server
 * @property {() => Service[]} others what runs beside it
 */

/**
 * Runs the sandbox, the server and the others until a signal or the end of one of them, then stops
 * all in the order that loses nothing; returns the exit code. If an instance already runs on this
 * data directory it only says where.
 * @param {Plan} plan
 */
export async function supervise(plan) {
  /** @type {Service[]} in the order they were started */
  const services = []
  const stop = new AbortController()
  const forget = onSignals(() => askToStop(stop))
  const waiting = 'Another start on the same data directory is under way; waiting …'
  const opening = () => open(services, plan, stop.signal)
  try {
    const opened = await alone(`start ${dataDir()}`, waiting, opening, stop.signal)
    if (opened) await Promise.race([once(stop.signal, 'abort'), ...endings(services)])
    if (opened) say('▸ Stopping …')
    return await close(services)
  } catch (error) {
    const code = await close(services)
    if (stop.signal.aborted) return code
    if (!(error instanceof ServiceEnded)) throw error
    say(`✖ ${error.message}`)
    return error.code
  } finally {
    forget()
  }
}

/** @param {AbortController} stop */
function askToStop(stop) {
  // Ctrl-C comes once from the terminal and perhaps once more from npm.
  const again = stop.signal.aborted && performance.now() - stoppedAt > SAME_SIGNAL_MS
  if (again) say(`▸ Already stopping; that takes ${SERVER_STOPS_WITHIN_MS / 1000} s at most.`)
  if (!stop.signal.aborted) stoppedAt = performance.now()
  stop.abort()
}

/**
 * False if there was nothing to open.
 * @param {Service[]} services
 * @param {Plan} plan
 * @param {AbortSignal} signal
 */
async function open(services, { prepare, server: words, others }, signal) {
  const running = await runningInstance()
  if (running) {
    console.log(`Carillon already runs: ${running.url}`)
    return false
  }
  const { openDataDir } = await import('../../server/src/platform/data-dir.ts')
  openDataDir(dataDir())
  await prepare()
  signal.throwIfAborted()
  const sandbox = wantsSandbox(process.env) ? await openSandbox(services, signal) : undefined
  const server = startService(SERVER, words, {
    cwd: ROOT,
    env: {
      DATA_DIR: dataDir(),
      // The screen is for the address and for what goes wrong; LOG_LEVEL=info tells everything.
      LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
      ...(sandbox ? { SANDBOX_URL: sandbox } : {}),
    },
    output: 'pipe',
  })
  passOn(server)
  services.push(server, ...others())
  const { url } = await waitFor(server, { withinMs: READY_WITHIN_MS, signal }, readyInstance)
  console.log(readyBlock(url, sandbox))
  return true
}

/** The server says where it listens for programs that start it alone; people read it in our words. @param {Service} service */
function passOn({ child }) {
  if (!child.stdout) return
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (!line.startsWith('ready http')) process.stdout.write(`${line}\n`)
  })
}

/** @param {Service[]} services @param {AbortSignal} signal */
async function openSandbox(services, signal) {
  const sandbox = startService(SANDBOX, [join(ROOT, 'sandbox/src/main.ts')], {
    cwd: ROOT,
    env: {
      DATA_DIR: dataDir(),
      SANDBOX_PORT: process.env.SANDBOX_PORT || '0',
      SANDBOX_WHATSAPP: process.env.SANDBOX_WHATSAPP || 'on',
    },
    output: 'ignore',
  })
  services.push(sandbox)
  const pid = sandbox.child.pid ?? 0
  const limits = { withinMs: SANDBOX_READY_WITHIN_MS, signal }
  return waitFor(sandbox, limits, () => sandboxUrl(pid))
}

/** @param {string} url @param {string | undefined} sandbox */
function readyBlock(url, sandbox) {
  const lines = [
    ['open', url],
    ['data', dataDir()],
    ...databaseElsewhere(),
    ...(sandbox
      ? [
          ['mailbox', `${sandbox}/sandbox/mailbox  the mail that Carillon sends`],
          ['telegram', `${sandbox}/sandbox/phone  what the members of a group see`],
          ...(process.env.SANDBOX_WHATSAPP === 'off'
            ? []
            : [['whatsapp', `${sandbox}/sandbox/whatsapp  phones, to link a number and to read`]]),
        ]
      : []),
  ]
  const rows = lines.map(([name = '', value]) => `  ${name.padEnd(10)}${value}`)
  return ['', '  Carillon is ready.', '', ...rows, '', '  Ctrl-C stops it.', ''].join('\n')
}

/** For a root whose folders its database's user cannot enter; a backup must know. */
function databaseElsewhere() {
  const note = join(dataDir(), 'postgres/elsewhere')
  return existsSync(note) ? [['database', readFileSync(note, 'utf8').trim()]] : []
}

/**
 * Rejects when a service ends by itself. Without the sandbox the server goes on: what it cannot send or mail
 * meanwhile it tries again.
 * @param {Service[]} services
 */
function endings(services) {
  const sandbox = services.find(({ name }) => name === SANDBOX)
  void sandbox?.ended.then((code) => {
    const words = `The sandbox ended by itself (code ${code}). Carillon goes on without it; stop and start again to have it back.`
    if (!sandbox.child.killed) say(`✖ ${words}`)
  })
  return services.filter((service) => service !== sandbox).map(died)
}

/** @param {Service} service */
async function died({ name, ended }) {
  const code = await ended
  throw new ServiceEnded(`${name} ended by itself (code ${code}).`, code)
}

/** The server first, while the outside world still answers what it has on the wire. @param {Service[]} services */
async function close(services) {
  if (services.length === 0) return 0
  const [server] = services.filter(({ name }) => name === SERVER)
  const others = services.filter((service) => service !== server)
  const code = server ? await stopService(server, SERVER_STOPS_WITHIN_MS) : 0
  await Promise.all(others.map((service) => stopService(service, SERVICE_STOPS_WITHIN_MS)))
  // A server that was killed could not stop its database.
  if (code !== 0 && !process.env.DATABASE_URL && existsSync(join(dataDir(), 'postgres'))) {
    const { stopAbandoned } = await import('../../server/src/platform/db/embedded.ts')
    await stopAbandoned(dataDir())
  }
  return code
}
