import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LONG } from './longest.ts'

test('every file that is run before the others is there', () => {
  const root = join(import.meta.dirname, '..')
  expect(LONG.filter((path) => !existsSync(join(root, path)))).toEqual([])
})
