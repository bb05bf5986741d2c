import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDataDir } from './data-dir.ts'

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'carillon-data-dir-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  return path
}

test('a data directory is made with the folders above it', () => {
  const path = join(folder(), 'not there', 'data')
  openDataDir(path)
  openDataDir(path)
  expect(readdirSync(path)).toEqual([])
})

test('a file is no data directory, nor is what would lie below one', () => {
  const file = join(folder(), 'file')
  writeFileSync(file, '')
  for (const path of [file, join(file, 'data')]) {
    expect(() => openDataDir(path)).toThrow(`DATA_DIR (${path}) cannot be used: it, or a part`)
  }
})

test('a folder that cannot be made is reported', () => {
  const path = join(folder(), 'link')
  symlinkSync(join(path, '../nowhere/at all'), path)
  expect(() => openDataDir(path)).toThrow(`DATA_DIR (${path}) cannot be used: `)
})

test.runIf(process.platform === 'linux')(
  'a folder that only the system may write to is reported',
  () => {
    expect(() => openDataDir('/proc/carillon')).toThrow(
      /cannot be used: [^\n]+\. .*name another one\.$/,
    )
  },
)
