import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import {
  deleteMedia,
  finishUpload,
  getUpload,
  PART_BYTES,
  startUpload,
} from '@carillon/contract/media'
import { expect, onTestFinished, test } from 'vitest'
import { openTestApp } from '../server/test/test-app.ts'
import { storedFiles } from '../server/test/uploader.ts'
import { sweep } from '../server/src/media/clearing.ts'
import { after, days } from '../server/src/platform/clock.ts'
import { newPerson, type Person } from './client.ts'
import { startProduct, type Product } from './product.ts'
import { pdf, uploadFile } from './uploads.ts'

/** Some of the times after which a server is killed that takes a part, in milliseconds. */
const KILLED_AFTER_MS = [0, 1, 2, 3, 5, 8, 12, 20]

test('an upload outlives every kill of its server, and arrives as it was sent', async () => {
  const product = await startProduct({ env: { DEFAULT_TIER: 'pro', LOG_LEVEL: 'fatal' } })
  try {
    const person = await newPerson(product.url, 'ada@example.org')
    const file = randomBytes((KILLED_AFTER_MS.length + 0.5) * PART_BYTES)
    file.set(Buffer.from('%PDF-1.7\n'))
    const body = { name: 'book.pdf', bytes: file.length }
    const upload = await person.call(startUpload, { body })
    const params = { id: upload.id }
    for (const ms of KILLED_AFTER_MS) {
      const { received } = await person.call(getUpload, { params })
      const lost = send(product, person, upload.id, received, file).catch(() => 'lost')
      await new Promise((resolve) => setTimeout(resolve, ms))
      await product.kill()
      await lost
      await product.startServer()
    }
    for (;;) {
      const { received, parts } = await person.call(getUpload, { params })
      if (received === parts) break
      await send(product, person, upload.id, received, file)
    }
    const { url } = await person.call(finishUpload, { params, body: {} })
    const kept = Buffer.from(await (await fetch(product.url + url)).arrayBuffer())
    expect(kept.equals(file)).toBe(true)
    expect(await storedIn(product, 'media')).toBe(upload.parts)
    await person.call(deleteMedia, { params })
  } finally {
    await product.stop()
  }
}, 240_000)

test('parts of uploads that killed servers left are gone after the sweep, and finished files stay', async () => {
  const app = await openTestApp()
  onTestFinished(() => app.close())
  const { dataDir } = app.ctx.config
  const env = { DATABASE_URL: app.databaseUrl, DEFAULT_TIER: 'pro', LOG_LEVEL: 'fatal' }
  const product = await startProduct({ env, dataDir })
  try {
    const person = await newPerson(product.url, 'ada@example.org')
    const book = pdf(1.5 * PART_BYTES)
    const kept = await uploadFile(product.url, person, { name: 'book.pdf', bytes: book })
    for (const ms of KILLED_AFTER_MS) {
      const file = pdf(2.5 * PART_BYTES)
      const { id } = await person.call(startUpload, { body: { name: 'b', bytes: file.length } })
      await send(product, person, id, 0, file)
      const lost = send(product, person, id, 1, file).catch(() => 'lost')
      await new Promise((resolve) => setTimeout(resolve, ms))
      await product.kill()
      await lost
      await product.startServer()
    }
    // Each has left its first part at least, and nobody goes on with any.
    expect((await storedFiles(app)).length).toBeGreaterThanOrEqual(2 + KILLED_AFTER_MS.length)
    await product.stopServer()
    app.clock.moveTo(after(new Date(), days(2)))
    await sweep(app.ctx, new AbortController().signal)
    const left = await storedFiles(app)
    expect(left).toHaveLength(2)
    expect(left.every((path) => path.includes(kept))).toBe(true)
  } finally {
    await product.stop()
  }
}, 240_000)

async function send({ url }: Product, person: Person, id: string, part: number, file: Buffer) {
  const answer = await fetch(`${url}/api/media/${id}/parts/${part}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${await person.token()}` },
    body: file.subarray(part * PART_BYTES, (part + 1) * PART_BYTES),
  })
  if (!answer.ok) throw new Error(await answer.text())
}

/** How many files lie below a folder of the storage. */
async function storedIn({ dataDir }: Product, folder: string): Promise<number> {
  const root = join(dataDir, 'files', folder)
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).length
}
