import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listCycles } from '@carillon/contract/cycles'
import { listGroups } from '@carillon/contract/groups'
import { listMessages } from '@carillon/contract/messages'
import { expect, onTestFinished, test } from 'vitest'
import { createClient } from '../sandbox/src/testing/client.ts'
import { cloneDatabase } from '../server/test/database.ts'
import { signInAs } from './client.ts'
import { startProduct } from './product.ts'

/** Whole products start here, on machines that may be busy. */
const STARTS_MS = 90_000

/** Runs the script on a data directory, as `npm run seed` does. */
async function seed(dataDir: string) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'seed.ts')], {
    env: { ...process.env, DATA_DIR: dataDir },
  })
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => void said.push(text))
  }
  const [code] = (await once(child, 'close')) as [number]
  return { code, words: said.join('') }
}

/** The product on a database of this run, so that none has to be made. */
async function start(env: Record<string, string> = {}) {
  const database = await cloneDatabase()
  const product = await startProduct({ env: { DATABASE_URL: database.url, ...env } })
  onTestFinished(async () => {
    await product.stop()
    await database.drop()
  })
  return product
}

test('where nothing runs it says so, and what to do', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'carillon-seed-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  expect(await seed(dataDir)).toEqual({
    code: 1,
    words: `✖ Nothing runs on ${dataDir}. Start it first (npm start), then seed it.\n`,
  })
})

test(
  'a running instance gets a person, groups, and messages to come, sent and begun',
  { timeout: STARTS_MS },
  async () => {
    const product = await start({ DEFAULT_TIER: 'pro' })
    const { code, words } = await seed(product.dataDir)
    expect([code, words]).toEqual([0, expect.stringContaining('An example to look at')])
    const { email = '', password = '' } =
      /e-mail +(?<email>\S+)\n +password +(?<password>.+)\n/.exec(words)?.groups ?? {}

    const person = await signInAs(product.url, email, password)
    const { items: groups } = await person.call(listGroups, {})
    expect(groups.map(({ title }) => title).toSorted()).toEqual(
      ['Maple Street', 'Makers Forum', 'Riverside Runners'].toSorted(),
    )
    const { items: messages } = await person.call(listMessages, { query: {} })
    expect(messages.map(({ status }) => status).toSorted()).toEqual([
      ...Array<string>(3).fill('active'),
      'draft',
      ...Array<string>(5).fill('scheduled'),
      'sent',
    ])
    expect(messages.filter(({ attention }) => attention)).toEqual([])

    const { items: cycles } = await person.call(listCycles, { query: {} })
    expect(cycles).toMatchObject([{ status: 'active', stepCount: 5, progress: { nextStep: 2 } }])

    const sandbox = createClient(product.sandboxUrl)
    const ledger = await sandbox.ledger()
    expect(ledger.filter(({ text }) => text?.startsWith('Hello!'))).toHaveLength(3)

    const again = await seed(product.dataDir)
    expect(again).toMatchObject({ code: 0, words: expect.stringContaining('is there already') })
    expect(again.words).toContain(email)
    expect(await sandbox.ledger()).toHaveLength(ledger.length)
  },
)

test('a person of the free tier gets what it allows', { timeout: STARTS_MS }, async () => {
  const product = await start({ AUTH_EMAIL_VERIFICATION: 'required' })
  const { code, words } = await seed(product.dataDir)
  expect([code, words]).toEqual([0, expect.stringContaining('in Riverside Runners.')])
  expect(await seed(product.dataDir)).toMatchObject({
    code: 0,
    words: expect.stringContaining('is there already'),
  })
})

test(
  'with the sandbox off nothing is made, since it would reach real people',
  { timeout: STARTS_MS },
  async () => {
    const product = await start({ SANDBOX: 'off' })
    expect(await seed(product.dataDir)).toEqual({
      code: 1,
      words: expect.stringContaining('The sandbox is off here'),
    })
  },
)
