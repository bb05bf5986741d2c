import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freePort } from '../port.ts'
import { ROOT } from './project.mjs'

let folder: string
let env: Record<string, string>

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carillon-start-'))
  env = { DATA_DIR: join(folder, 'a folder with spaces'), PORT: String(await freePort()) }
})
afterEach(() => rm(folder, { recursive: true }))

test('234 two starts at once run one product; one more says where it is; a signal ends all of it', async () => {
  const two = [start(), start()]
  const said = await Promise.all(two.map(({ answer }) => answer))
  const url = `http://localhost:${env['PORT']}`
  expect(said.toSorted()).toEqual([`Carillon already runs: ${url}`, `open ${url}`])
  expect(await two[said.indexOf(`Carillon already runs: ${url}`)]!.code).toBe(0)
  expect((await fetch(url)).status).toBe(200)

  const third = start()
  expect(await third.answer).toBe(`Carillon already runs: ${url}`)
  expect(await third.code).toBe(0)

  const running = two[said.indexOf(`open ${url}`)]!
  const endpoints = join(env['DATA_DIR']!, 'sandbox/endpoints.json')
  process.kill(JSON.parse(await readFile(endpoints, 'utf8')).pid, 'SIGKILL')
  await running.complaint(/The sandbox ended by itself .* Carillon goes on without it/)
  expect((await fetch(url)).status).toBe(200)
  running.child.kill('SIGINT')
  expect(await running.code).toBe(0)
  await expect(fetch(url)).rejects.toThrow('fetch failed')
}, 180_000)

/** Starts as `npm start` does; `answer` is what it says of the address. */
function start() {
  const child = spawn(process.execPath, [join(ROOT, 'tools/run.mjs'), 'start'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const code = once(child, 'exit').then(([exit]) => exit as number | null)
  const answer = new Promise<string>((resolve) => {
    let said = ''
    child.stdout.on('data', (words: Buffer) => {
      said += words.toString()
      const found = /^Carillon already runs: \S+|^ {2}(open) +(\S+)/m.exec(said)
      if (found) resolve(found[1] ? `open ${found[2]}` : found[0])
    })
  })
  let complained = ''
  child.stderr.on('data', (words: Buffer) => (complained += words.toString()))
  return {
    child,
    code,
    answer,
    /** Waits for words on standard error. */
    async complaint(words: RegExp) {
      while (!words.test(complained)) await once(child.stderr, 'data')
    },
  }
}
