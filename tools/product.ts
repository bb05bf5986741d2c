import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { foldersFor, SHARED_FOLDER } from '../server/src/platform/db/embedded/folders.ts'
import { findPostmaster } from '../server/src/platform/db/embedded/postmaster.ts'
import { expectAnswered } from '../sandbox/src/testing/answered.ts'
import { createClient } from '../sandbox/src/testing/client.ts'
import { secretsIn } from '../server/test/secrets-in-logs.ts'
import { PASSWORD } from './client.ts'
import { freePort } from './port.ts'

/** The whole product as its own processes on free ports: what browser stories, chaos and benches run against. */
export type Product = {
  url: string
  sandboxUrl: string
  dataDir: string
  /** Ends the server as a power cut would: SIGKILL. */
  kill(): Promise<void>
  /** Stops the server as an operator would, and returns its exit code. */
  stopServer(): Promise<number | null>
  /** Starts the server again, at the same address, with the same data. */
  startServer(): Promise<void>
  /** Stops the outside world; it keeps what it holds. */
  stopSandbox(): Promise<void>
  /** Starts the outside world again, at the same address, with the same data. */
  startSandbox(): Promise<void>
  /** Ends the embedded PostgreSQL as a power cut would: SIGKILL. The server brings it back. */
  killDatabase(): Promise<void>
  /** Starts another server on the same data, at an address of its own: `kill` is SIGKILL, `start` starts it again. */
  another(): Promise<{ url: string; kill(): Promise<void>; start(): Promise<void> }>
  /** What the server has printed since it was last started. */
  log(): string
  /** Ends all. Throws where a server has printed anything secret, and where WhatsApp was asked what the stand-in does not answer. */
  stop(): Promise<void>
}

const ROOT = join(import.meta.dirname, '..')
const READY = /^ready (http:\S+)/
const SANDBOX_READY = /^sandbox ready (http:\S+)/

/**
 * Starts sandbox and server; `env` adds settings. Without `dataDir` the data is temporary and removed at the
 * end; with `sandboxDir` the outside world keeps its own elsewhere.
 */
export async function startProduct(
  options: { env?: Record<string, string>; dataDir?: string; sandboxDir?: string } = {},
): Promise<Product> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'carillon-product-')))
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(npm_|VITEST|NODE_OPTIONS)/.test(name)),
  )
  const env: Record<string, string | undefined> = {
    ...inherited,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'info',
    ...options.env,
  }
  const open = () => run('sandbox/src/main.ts', { ...env, DATA_DIR: options.sandboxDir ?? dataDir })
  let sandbox = open()
  const sandboxUrl = await sandbox.line(SANDBOX_READY)
  // Chosen before the server starts, since its settings name the address that browsers will use.
  const port = env['PORT'] ?? String(await freePort())
  const servers: ReturnType<typeof run>[] = []
  const serve = (at: string) => {
    const server = run('server/src/main.ts', { ...env, PORT: at, SANDBOX_URL: sandboxUrl })
    servers.push(server)
    return server
  }
  const start = () => serve(port)
  const known = new Set([PASSWORD])
  const unanswered: string[] = []
  async function closeSandbox() {
    if (!sandbox.isRunning()) return
    const witnessed = await askSandbox(sandboxUrl, env['SANDBOX_WHATSAPP'] === 'on')
    for (const secret of witnessed.secrets) known.add(secret)
    unanswered.push(...witnessed.violations)
    await sandbox.end('SIGTERM')
  }
  let server = start()
  const url = await server.line(READY)

  return {
    url,
    sandboxUrl,
    dataDir,
    kill: async () => void (await server.end('SIGKILL')),
    stopServer: () => server.end('SIGTERM'),
    async startServer() {
      server = start()
      await server.line(READY)
    },
    stopSandbox: closeSandbox,
    async startSandbox() {
      sandbox = open()
      await sandbox.line(SANDBOX_READY)
    },
    async killDatabase() {
      const place = await foldersFor(dataDir, SHARED_FOLDER, { info: () => {} })
      const postmaster = await findPostmaster(place)
      if (!postmaster) throw new Error('No embedded PostgreSQL runs on this data.')
      process.kill(postmaster.pid, 'SIGKILL')
    },
    async another() {
      const own = String(await freePort())
      const open = () => serve(own)
      let other = open()
      return {
        url: await other.line(READY),
        kill: async () => void (await other.end('SIGKILL')),
        async start() {
          other = open()
          await other.line(READY)
        },
      }
    },
    log: () => server.output(),
    async stop() {
      await server.end('SIGTERM')
      await closeSandbox()
      if (!options.dataDir) await rm(dataDir, { recursive: true, force: true })
      const told = secretsIn(servers.map((one) => one.output()).join('\n'), known)
      if (told.length > 0) throw new Error(`The log says what is secret:\n${told.join('\n')}`)
      expectAnswered(unanswered)
    },
  }
}

/**
 * What no log may say: what people have said through the product, who they are, and what links a device of theirs;
 * and what WhatsApp was asked and does not answer.
 */
async function askSandbox(sandboxUrl: string, hasWhatsapp: boolean) {
  const sandbox = createClient(sandboxUrl)
  const entries = await sandbox.ledger()
  const { people, entered, violations } = hasWhatsapp
    ? await sandbox.whatsapp.world()
    : { people: [], entered: [], violations: [] }
  sandbox.close()
  const secrets = [...entries.map(({ text }) => text), ...people.map(({ pn }) => pn), ...entered]
  return { secrets, violations }
}

function run(program: string, env: Record<string, string | undefined>) {
  const child: ChildProcess = spawn(process.execPath, [join(ROOT, program)], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  const waiting = new Set<(line: string) => void>()
  for (const stream of [child.stdout!, child.stderr!]) {
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line)
      for (const look of waiting) look(line)
    })
  }
  const gone = once(child, 'exit')
  return {
    output: () => lines.join('\n'),
    isRunning: () => child.exitCode === null && child.signalCode === null,
    /** Resolves with what the pattern captures; rejects with the last output when the process ends before. */
    line(pattern: RegExp): Promise<string> {
      const seen = new Promise<string>((resolve) => {
        const look = (line: string) => {
          const found = pattern.exec(line)?.[1]
          if (found) resolve(found)
        }
        waiting.add(look)
        for (const line of lines) look(line)
      })
      const early = gone.then(() => {
        throw new Error(`${program} ended early:\n${lines.slice(-40).join('\n')}`)
      })
      early.catch(() => {})
      return Promise.race([seen, early])
    },
    async end(signal: NodeJS.Signals): Promise<number | null> {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill(signal)
        await gone
      }
      return child.exitCode
    },
  }
}
