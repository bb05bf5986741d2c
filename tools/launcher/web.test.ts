import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { keepAssets } from './web.mjs'

test('the files of a build stay for one more build, and no longer', () => {
  const root = mkdtempSync(join(tmpdir(), 'carillon-assets-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const [dist, runtime] = [join(root, 'dist'), join(root, 'runtime')]
  const build = (...names: string[]) => {
    const bringBack = keepAssets(dist, runtime)
    rmSync(dist, { recursive: true, force: true })
    mkdirSync(join(dist, 'assets'), { recursive: true })
    for (const name of names) writeFileSync(join(dist, 'assets', name), name)
    bringBack()
    return readdirSync(join(dist, 'assets')).toSorted()
  }
  expect(build('a-1.js', 'react-1.js')).toEqual(['a-1.js', 'react-1.js'])
  expect(build('a-2.js', 'react-1.js')).toEqual(['a-1.js', 'a-2.js', 'react-1.js'])
  expect(build('a-3.js', 'react-1.js')).toEqual(['a-2.js', 'a-3.js', 'react-1.js'])
})
