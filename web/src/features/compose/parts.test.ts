import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// What writes a message writes the steps of cycles too, and single runs of both.
test.for(['compose', 'schedule', 'series'])('the parts in %s know no message', async (folder) => {
  const root = join(import.meta.dirname, '..', folder)
  const names = await readdir(root, { recursive: true })
  const found: string[] = []
  for (const name of names.filter((one) => /(?<!\.test)\.tsx?$/.test(one))) {
    const text = await readFile(join(root, name), 'utf8')
    if (/features\/messages|\.\.\/messages\/|contract\/messages|MessageForm/.test(text)) {
      found.push(name)
    }
  }
  expect(found).toEqual([])
})
