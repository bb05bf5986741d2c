import { spawnSync } from 'node:child_process'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test, type TestApp } from '../../test/test-app.ts'
import { announce } from './announcement.ts'

const fileOf = ({ ctx }: TestApp) => join(ctx.config.dataDir, 'server.json')
const read = (app: TestApp): unknown => JSON.parse(readFileSync(fileOf(app), 'utf8'))

test('what one server says of itself another leaves alone, at its start and at its end', async ({
  app,
}) => {
  const other = createServer((_, answer) => answer.end()).listen(0, '127.0.0.1')
  await once(other, 'listening')
  app.atEnd(() => other.close())
  const { port } = other.address() as AddressInfo
  const theirs = { pid: 1, url: `http://127.0.0.1:${port}` }
  writeFileSync(fileOf(app), JSON.stringify(theirs))
  const withdraw = await announce(app.ctx.config.dataDir, 'http://127.0.0.1:9')
  withdraw()
  expect(read(app)).toEqual(theirs)
})

test('what a server left behind that is gone is replaced, and taken back at the end', async ({
  app,
}) => {
  const url = 'http://127.0.0.1:9'
  const gone = spawnSync(process.execPath, ['--version']).pid
  for (const left of [
    { pid: gone, url },
    { pid: 1, url: 'http://127.0.0.1:1' },
  ]) {
    writeFileSync(fileOf(app), JSON.stringify(left))
    const withdraw = await announce(app.ctx.config.dataDir, url)
    expect(read(app)).toEqual({ pid: process.pid, url })
    withdraw()
    expect(() => read(app)).toThrow('ENOENT')
  }
})
