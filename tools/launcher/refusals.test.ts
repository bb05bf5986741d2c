import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { cloneDatabase, emptyDatabase } from '../../server/test/database.ts'
import { TEST_SECRETS_KEYS } from '../../server/test/test-app.ts'
import { freePort } from '../port.ts'
import { ROOT } from './project.mjs'

// What an operator reads who starts the server with a mistake, and how it stops: whole processes. What
// each mistake is answered with is tested beside the code that says it.

const SERVER = 'server/src/main.ts'

test('a taken port ends the start with one sentence and code 1', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const server = run(SERVER, { ...(await everything()), PORT: String(port) })
  expect(await server.code).toBe(1)
  expect(server.said()).toBe(
    `Port ${port} on 127.0.0.1 is taken by another program: stop that program, or set PORT to another number.\n`,
  )
}, 120_000)

test('a database that refuses us ends the start with one sentence that hides the password', async () => {
  const env = await everything()
  const url = new URL(env.DATABASE_URL)
  url.password = 'nobody-may-read-this'
  const server = run(SERVER, { ...env, DATABASE_URL: url.href })
  expect(await server.code).toBe(1)
  expect(server.said()).toMatch(/^PostgreSQL at 127\.0\.0\.1:\d+ refuses the password of [^\n]+\n$/)
  expect(server.said()).not.toContain(url.password)
}, 120_000)

test('npm start with a file for DATA_DIR says so in one sentence', async () => {
  const file = join(await folder(), 'file')
  await writeFile(file, '')
  const start = run('tools/run.mjs', { DATA_DIR: file })
  expect(await start.code).toBe(1)
  expect(start.said()).toMatch(/^✖ DATA_DIR \(.*\) cannot be used: .* Name a folder\.\n$/)
}, 120_000)

test('npm start with words says in one sentence how it is set', async () => {
  const start = run('tools/run.mjs', {}, ['start', '--help'])
  expect(await start.code).toBe(1)
  expect(start.said()).toMatch(
    /^✖ --help: the server takes no words, only settings, such as PORT=[^\n]+\n$/,
  )
}, 120_000)

test('npm run seed with words does nothing', async () => {
  const seed = run('tools/run.mjs', {}, ['seed', '--help'])
  expect(await seed.code).toBe(1)
  expect(seed.said()).toBe(
    '✖ --help: seed takes no words: it fills what runs on DATA_DIR with an example.\n',
  )
}, 120_000)

test('with every secret given and no data directory yet it starts, and a second signal changes nothing', async () => {
  const server = run(SERVER, { ...(await everything()), PORT: String(await freePort()) })
  await server.line(/^ready http/m)
  server.child.kill('SIGTERM')
  server.child.kill('SIGINT')
  expect(await server.code).toBe(0)
  expect(server.said()).not.toMatch(/^ +at /m)
}, 120_000)

test('a signal while it starts ends it in order', async () => {
  const empty = await emptyDatabase()
  onTestFinished(() => empty.drop())
  const server = run(SERVER, {
    ...(await everything()),
    DATABASE_URL: empty.url,
    LOG_LEVEL: 'info',
  })
  await server.line(/Applied a migration/)
  server.child.kill('SIGTERM')
  expect(await server.code).toBe(0)
  expect(server.said()).toMatch(/^Stopped before it was ready\.$/m)
  expect(server.said()).not.toMatch(/^ +at |^ready/m)
}, 120_000)

/** Every setting that spares the server files of its own, on a database of the test. */
async function everything() {
  const database = await cloneDatabase()
  onTestFinished(() => database.drop())
  return {
    DATA_DIR: join(await folder(), 'not', 'there yet'),
    DATABASE_URL: database.url,
    SECRETS_KEYS: TEST_SECRETS_KEYS,
    AUTH_SECRETS: `1:${'a secret of this test '.repeat(2)}`,
    SANDBOX: 'off',
    LOG_LEVEL: 'warn',
  }
}

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'carillon-refusals-'))
  onTestFinished(() => rm(path, { recursive: true }))
  return path
}

/** Runs a program of the project; `said` is what it has printed, `line` waits until it has printed something. */
function run(program: string, env: Record<string, string>, words: readonly string[] = []) {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(npm_|VITEST)/.test(name))
  const child: ChildProcess = spawn(process.execPath, [join(ROOT, program), ...words], {
    env: { ...Object.fromEntries(inherited), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  const news = new EventTarget()
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.on('data', (words: Buffer) => {
      said += words.toString()
      news.dispatchEvent(new Event('said'))
    })
  }
  const code = once(child, 'close').then(([exit]) => exit as number | null)
  return {
    child,
    code,
    said: () => said,
    async line(words: RegExp) {
      const early = code.then(() => Promise.reject(new Error(`It ended early: ${said}`)))
      while (!words.test(said)) await Promise.race([once(news, 'said'), early])
      early.catch(() => {})
    },
  }
}
