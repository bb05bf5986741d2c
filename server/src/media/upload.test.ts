import { createHash, randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { PART_BYTES } from '@carillon/contract/media'
import { png } from '../../../sandbox/src/testing.ts'
import { expect, test } from '../../test/test-app.ts'
import { openUploader, storedFiles } from '../../test/uploader.ts'
import { hours } from '../platform/clock.ts'
import { mediaData } from './actions.ts'
import { AppError } from '../platform/errors.ts'
import { sweep } from './clearing.ts'
import { partKey } from './rules.ts'

/** The beginning of an MP4 file; the rest is noise. */
const mp4 = (bytes: number) => {
  const file = randomBytes(bytes)
  file.set(Buffer.from('0000001c6674797069736f6d0000020069736f6d69736f32617663316d703431', 'hex'))
  return file
}

const never = new AbortController().signal

test('225 a picture is checked, kept as it is, and listed with its size and a thumbnail', async ({
  app,
}) => {
  const ada = await openUploader(app)
  const file = png(900, 600, { noise: true })
  const media = await ada.upload(file, { name: 'choir.png', alt: 'The choir' })
  expect(media).toMatchObject({
    kind: 'photo',
    mime: 'image/png',
    name: 'choir.png',
    alt: 'The choir',
    bytes: file.length,
    width: 900,
    height: 600,
  })
  const opened = await ada.open(media.url)
  expect(opened.rawPayload.equals(file)).toBe(true)
  const thumbnail = await ada.open(media.thumbnailUrl!)
  expect(thumbnail.headers['content-type']).toBe('image/webp')
  expect(thumbnail.rawPayload.length).toBeLessThan(60_000)
  expect((await ada.api('GET', '/api/media')).data).toMatchObject({
    items: [{ id: media.id }],
    nextCursor: null,
  })
})

test('an upload whose connection broke goes on where it was, and a part that came twice counts once', async ({
  app,
}) => {
  const ada = await openUploader(app)
  const file = mp4(2_500_000)
  const upload = await ada.start(file, { name: 'concert.mp4' })
  expect(upload).toMatchObject({ parts: 3, received: 0, partBytes: 1_000_000 })
  await ada.part(upload, file, 0)
  // Its answer was lost.
  await ada.part(upload, file, 1)
  expect((await ada.api('GET', `/api/media/${upload.id}/upload`)).data).toMatchObject({
    received: 2,
  })
  expect((await ada.part(upload, file, 1)).data).toMatchObject({ received: 2 })
  expect(await ada.api('POST', `/api/media/${upload.id}/finish`)).toMatchObject({
    status: 409,
    error: { current: { received: 2 } },
  })
  await Promise.all([ada.part(upload, file, 2), ada.part(upload, file, 2)])

  const frame = png(64, 36)
  expect(await ada.put(`/api/media/${upload.id}/frame`, frame)).toMatchObject({ status: 200 })
  const facts = { width: 1280, height: 720, durationMs: 4_200 }
  const finished = await ada.api('POST', `/api/media/${upload.id}/finish`, facts)
  expect(finished.data).toMatchObject({ kind: 'video', mime: 'video/mp4', ...facts })
  expect(finished.data).toHaveProperty('thumbnailUrl')
  const { rawPayload } = await ada.open(String(finished.data?.['url']))
  const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
  expect(hash(rawPayload)).toBe(hash(file))
})

test('225 what is not accepted is refused whatever its name, and nothing of it is kept', async ({
  app,
}) => {
  const ada = await openUploader(app)
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const html = Buffer.from('<!doctype html><title>x</title><script>alert(1)</script>')
  const truncated = png(400, 300, { noise: true }).subarray(0, 200_000)
  for (const [name, file, status] of [
    ['logo.png', svg, 415],
    ['logo.svg', svg, 415],
    ['photo.jpg', html, 415],
    ['letter.pdf', html, 415],
    ['program.png', Buffer.from('MZ\u0090\0'.padEnd(300, 'x'), 'latin1'), 415],
    ['words.txt', Buffer.from('Hello.'), 415],
    ['bomb.png', bomb(20_000, 20_000), 422],
    ['truncated.png', truncated, 422],
    ['large.png', png(2_000, 1_800, { noise: true }), 413],
    ['huge.mp4', mp4(10_000_001), 413],
    ['film.mp4', mp4(60_000_000), 413],
  ] as const) {
    await expect(ada.upload(file, { name }), name).rejects.toMatchObject({
      status,
      message: expect.stringMatching(/ /),
    })
  }
  await app.runJobs()
  expect(await storedFiles(app)).toEqual([])
  const { rows } = await app.pool.query('select 1 from media')
  expect(rows).toEqual([])
})

test('a file that is no picture of a frame, or of no video, is no frame', async ({ app }) => {
  const ada = await openUploader(app)
  const file = mp4(1_000)
  const upload = await ada.start(file)
  const frame = (bytes: Buffer) => ada.put(`/api/media/${upload.id}/frame`, bytes)
  expect(await frame(png(8, 8))).toMatchObject({ status: 409 })
  await ada.part(upload, file, 0)
  expect(await frame(Buffer.from('<svg/>'))).toMatchObject({ status: 415 })
  expect(await frame(Buffer.alloc(500_001))).toMatchObject({ status: 413 })
})

test('how a file is shown can be chosen where its type leaves a choice', async ({ app }) => {
  const ada = await openUploader(app)
  const picture = png(20, 20)
  expect(await ada.upload(picture, { kind: 'document' })).toMatchObject({ kind: 'document' })
  expect(await ada.upload(mp4(100), { kind: 'animation' })).toMatchObject({ kind: 'animation' })
  await expect(ada.upload(picture, { kind: 'voice' })).rejects.toMatchObject({
    status: 415,
    message: 'This file can be sent as a photo or a document, not as a voice message.',
  })
})

test('the same file again answers the one that is there, and takes no room twice', async ({
  app,
}) => {
  const ada = await openUploader(app)
  const file = png(30, 30, { noise: true })
  const first = await ada.upload(file, { name: 'one.png' })
  const both = await Promise.all([ada.upload(file), ada.upload(file)])
  expect(both.map(({ id }) => id)).toEqual([first.id, first.id])
  const eve = await openUploader(app, 'eve', ada.web)
  expect((await eve.upload(file)).id).not.toBe(first.id)
  await app.runJobs()
  expect(await storedFiles(app)).toHaveLength(4)
})

test('parts of another size, or not due, are refused and change nothing', async ({ app }) => {
  const ada = await openUploader(app)
  const file = mp4(1_500_000)
  const upload = await ada.start(file)
  const to = (n: number, bytes: number) =>
    ada.put(`/api/media/${upload.id}/parts/${n}`, file.subarray(0, bytes))
  expect(await to(1, 500_000)).toMatchObject({ status: 409, error: { code: 'conflict' } })
  expect(await to(0, 999_999)).toMatchObject({
    status: 400,
    error: { details: [{ path: 'body' }] },
  })
  expect(await to(0, 1_000_001)).toMatchObject({ status: 413 })
  expect(await to(7, 5)).toMatchObject({ status: 409 })
  expect((await ada.api('GET', `/api/media/${upload.id}/upload`)).data).toMatchObject({
    received: 0,
  })
  expect(await storedFiles(app)).toEqual([])
})

test.extend({ appOptions: { env: { LIMIT_MEDIA_BYTES: '2500', LIMIT_MEDIA_FILES: '3' } } })(
  'what one person keeps is limited, with what is under way, and deleting makes room',
  async ({ app }) => {
    const ada = await openUploader(app)
    const begin = (bytes: number) => ada.api('POST', '/api/media', { name: 'a', bytes })
    const both = await Promise.all([begin(1_500), begin(1_500)])
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([201, 409]))
    expect(await begin(1_500)).toMatchObject({
      error: { code: 'limit_reached', limit: 'mediaBytes' },
    })
    const { id } = both.find(({ status }) => status === 201)!.data as { id: string }
    expect(await ada.api('DELETE', `/api/media/${id}`)).toMatchObject({ status: 200 })
    expect(await begin(1_500)).toMatchObject({ status: 201 })
    // What is being erased still lies on the disk.
    expect(await begin(900)).toMatchObject({ status: 201 })
    expect(await begin(10)).toMatchObject({ status: 409, error: { limit: 'mediaFiles' } })
    await app.runJobs()
    expect(await begin(10)).toMatchObject({ status: 201 })
  },
)

test('a piece that arrives after its account was erased is erased as well', async ({ app }) => {
  const ada = await openUploader(app)
  const file = mp4(1_500_000)
  const { id } = await ada.start(file)
  await mediaData.erase(app.ctx, ada.id)
  // The call that brings it had been let in before.
  await app.ctx.storage.put(partKey(id, 0), file.subarray(0, PART_BYTES))
  expect(await storedFiles(app)).toHaveLength(1)
  await app.runJobs()
  expect(await storedFiles(app)).toEqual([])
})

test('225 an upload that was given up, and what lost jobs left, is swept', async ({ app }) => {
  const ada = await openUploader(app)
  const file = mp4(1_500_000)
  const left = await ada.start(file)
  await ada.part(left, file, 0)
  const kept = await ada.upload(png(10, 10))
  const deleted = await ada.upload(png(20, 20))
  await ada.api('DELETE', `/api/media/${deleted.id}`)
  await app.pool.query(`delete from pgboss.job where name = 'media.clear'`)
  expect(await storedFiles(app)).toHaveLength(5)

  app.clock.advance(hours(2))
  await sweep(app.ctx, never)
  expect(await storedFiles(app)).toHaveLength(3)
  app.clock.advance(hours(23))
  await sweep(app.ctx, never)
  const files = await storedFiles(app)
  expect(files).toHaveLength(2)
  expect(files.every((path) => path.includes(kept.id))).toBe(true)
  const { rows } = await app.pool.query('select id from media')
  expect(rows).toEqual([{ id: kept.id }])
})

test('225 a file whose storage fails is left for the next sweep, and the others are swept', async ({
  app,
}) => {
  const ada = await openUploader(app)
  const ids: string[] = []
  for (const size of [10, 20, 30]) {
    const { id } = await ada.upload(png(size, size))
    await ada.api('DELETE', `/api/media/${id}`)
    ids.push(id)
  }
  await app.pool.query(`delete from pgboss.job where name = 'media.clear'`)
  app.clock.advance(hours(2))
  const storage = {
    ...app.ctx.storage,
    deleteFolder: (folder: string) =>
      folder.includes(ids[0]!)
        ? Promise.reject(new AppError('unavailable', 'The place where files are kept is away.'))
        : app.ctx.storage.deleteFolder(folder),
  }
  await sweep({ ...app.ctx, storage }, never)
  expect((await app.pool.query('select id from media')).rows).toEqual([{ id: ids[0] }])
  await sweep(app.ctx, never)
  expect((await app.pool.query('select id from media')).rows).toEqual([])
})

/** Few bytes that would be unpacked to 1.2 GB. */
function bomb(width: number, height: number): Buffer {
  const small = png(1, 1)
  const whole = Buffer.from(small)
  whole.writeUInt32BE(width, 16)
  whole.writeUInt32BE(height, 20)
  // What follows is never read: the header says enough.
  return Buffer.concat([whole, deflateSync(Buffer.alloc(10_000))])
}
