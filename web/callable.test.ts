import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, type Rolldown } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { callable } from './callable.ts'

const contract = `
import { make } from './make.ts'
type Bell = string
export const Bell = make('a schema').made('again')
export const BELLS_MAX = make(8).made(12)
export const list = { ...Bell, of: make('a part') }
const verb = <V extends string>(name: V, summary: string) =>
  endpoint({ method: 'POST', path: \`/api/bells/:id/\${name}\`, summary, data: Bell, auth: 'user' })
export const ring = verb('ring', 'Ring it.')
export const listBells = endpoint({
  method: 'GET',
  path: '/api/bells',
  summary: 'List the bells.',
  auth: 'public',
  query: make('a query'),
  data: list,
})
`

/** What a page of the web app is built to, whose script says this, beside that contract. */
async function built(page: string): Promise<string> {
  const root = mkdtempSync(join(tmpdir(), 'carillon-callable-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  mkdirSync(join(root, 'contract/src'), { recursive: true })
  writeFileSync(join(root, 'contract/src/bells.ts'), contract)
  writeFileSync(
    join(root, 'contract/src/make.ts'),
    'export const make = (what) => globalThis.maker(what)',
  )
  writeFileSync(join(root, 'page.ts'), page)
  const { output } = (await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [callable()],
    build: { write: false, minify: false, lib: { entry: 'page.ts', formats: ['es'] } },
  }).then((results) => (Array.isArray(results) ? results[0] : results))) as Rolldown.RolldownOutput
  return output[0].code
}

test('a page that only calls is built without any schema', async () => {
  const code = await built("import { listBells } from './contract/src/bells.ts'\nsay(listBells)")
  expect(code).toContain('"/api/bells"')
  expect(code).toContain('"GET"')
  expect(code).toContain('"public"')
  expect(code).not.toMatch(/maker|summary|List the bells|query|data/)
})

test('an endpoint that is made by a function keeps its place', async () => {
  const code = await built("import { ring } from './contract/src/bells.ts'\nsay(ring)")
  expect(code).toContain('`/api/bells/:id/${name}`')
  expect(code).toContain('"user"')
  expect(code).not.toMatch(/maker|data/)
})

test('a page that judges has the schema it names, and no other', async () => {
  const code = await built("import { Bell } from './contract/src/bells.ts'\nsay(Bell)")
  expect(code).toContain('"a schema"')
  expect(code).not.toMatch(/a part|a query|12/)
})
