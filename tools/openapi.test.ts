import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const SCRIPT = join(import.meta.dirname, 'openapi.ts')

/** Runs the script on a file of its own. */
function open() {
  const folder = mkdtempSync(join(tmpdir(), 'carillon-openapi-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'openapi.json')
  const run = (...words: string[]) => {
    const { status, stderr } = spawnSync(process.execPath, [SCRIPT, file, ...words], {
      encoding: 'utf8',
    })
    return { status, words: stderr.trim() }
  }
  return { file, run }
}

test('what it wrote is fresh, and what is written is OpenAPI', () => {
  const { file, run } = open()
  expect(run()).toEqual({ status: 0, words: '' })
  expect(run('--check')).toEqual({ status: 0, words: '' })
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    openapi: '3.1.0',
    paths: { '/api/messages': { post: { operationId: 'createMessage' } } },
  })
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll('\n', '\r\n'))
  expect(run('--check').status).toBe(0)
}, 120_000)

test('a file that is missing or old is told with the way to mend it, and is left as it is', () => {
  const { file, run } = open()
  expect(run('--check')).toEqual({
    status: 1,
    words: expect.stringMatching(/openapi\.json is missing\. Write it: node tools\/openapi\.ts$/),
  })
  run()
  const old = readFileSync(file, 'utf8').replace('createMessage', 'makeMessage')
  writeFileSync(file, old)
  expect(run('--check')).toEqual({
    status: 1,
    words: expect.stringMatching(/openapi\.json is not what the contract says now\. Write it: /),
  })
  expect(readFileSync(file, 'utf8')).toBe(old)
}, 120_000)
