import { expect, test } from '../../test/test-app.ts'
import { checkDisk } from './disk.ts'

const WORDS = /^Only \d+ MB are free where DATA_DIR lies\. Make room\.$/

test('a disk with little room is told; it is no use only where the database lies on it', async ({
  app: { ctx },
}) => {
  const embedded = { ...ctx, config: { ...ctx.config, databaseUrl: undefined } }
  const apart = { ...ctx, config: { ...ctx.config, databaseUrl: 'postgres://db' } }
  const note = { note: expect.stringMatching(WORDS) }
  const [none, low, full] = [
    { minBytes: 0, lowBytes: 0 },
    { minBytes: 0, lowBytes: Infinity },
    { minBytes: Infinity, lowBytes: Infinity },
  ]
  expect(await checkDisk(embedded, none)()).toBeUndefined()
  expect(await checkDisk(embedded, low)()).toEqual(note)
  expect(await checkDisk(embedded, full)()).toMatch(WORDS)
  expect(await checkDisk(apart, full)()).toEqual(note)
})

test('a data directory that is not there yet is no trouble', async ({ app: { ctx } }) => {
  const nowhere = { ...ctx, config: { ...ctx.config, dataDir: '/nowhere/at/all' } }
  expect(await checkDisk(nowhere)()).toBeUndefined()
})
