import { buffer } from 'node:stream/consumers'
import { startFauxqs } from 'fauxqs'
import { png } from '../../../sandbox/src/testing.ts'
import { expect, openTestApp, test } from '../../test/test-app.ts'
import { openUploader, storedFiles } from '../../test/uploader.ts'
import { days, minutes } from '../platform/clock.ts'
import { deleteUser } from '../users/actions.ts'
import { exportUser } from '../users/export.ts'

const pdf = (bytes: number) => Buffer.from('%PDF-1.7\n'.padEnd(bytes, 'x'))

/** The beginning of a song. */
const mp3 = Buffer.concat([Buffer.from('fffb9064', 'hex'), Buffer.alloc(413)])

test('225 a link shows what a browser may show, and lets the rest be saved, as no page of ours', async ({
  app,
}) => {
  const ada = await openUploader(app)
  const picture = await ada.upload(png(40, 30), { name: 'Chor — „Probe“.png' })
  const shown = await ada.open(picture.url)
  expect(shown.headers).toMatchObject({
    'content-type': 'image/png',
    'content-disposition': `inline; filename*=UTF-8''Chor%20%E2%80%94%20%E2%80%9EProbe%E2%80%9C.png`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'private, max-age=900, immutable',
    'accept-ranges': 'bytes',
  })
  const saved = await ada.open((await ada.upload(pdf(300), { name: 'rules.pdf' })).url)
  expect(saved.headers['content-disposition']).toBe(`attachment; filename*=UTF-8''rules.pdf`)
})

test('225 a link works for a quarter of an hour, and no other can be made of it', async ({
  app,
}) => {
  const ada = await openUploader(app)
  const { id, url } = await ada.upload(pdf(300))
  const other = await ada.upload(pdf(400))
  const status = async (link: string) => (await ada.open(link)).statusCode
  expect(await status(url)).toBe(200)
  const expires = /expires=(\d+)/.exec(url)![1]!
  for (const changed of [
    url.replace(id, other.id),
    url.replace('/file', '/thumbnail'),
    url.replace(expires, String(Number(expires) + 1)),
    url.replace(/signature=.*/, 'signature='),
    url.replace(/\?.*/, ''),
    url.replace(id, 'x'),
  ]) {
    expect(await status(changed), changed).toBe(403)
  }
  // The same for a while, so that a browser need not load the file anew.
  app.clock.advance(minutes(4))
  expect((await ada.api('GET', `/api/media/${id}`)).data?.['url']).toBe(url)
  app.clock.advance(minutes(2))
  expect((await ada.api('GET', `/api/media/${id}`)).data?.['url']).not.toBe(url)
  app.clock.advance(minutes(9))
  expect(await ada.open(url)).toMatchObject({ statusCode: 403 })
})

test('225 a deleted file cannot be opened by a link that was made before', async ({ app }) => {
  const ada = await openUploader(app)
  const { id, url } = await ada.upload(pdf(300))
  await ada.api('DELETE', `/api/media/${id}`)
  expect(await ada.open(url)).toMatchObject({ statusCode: 404 })
  expect((await ada.api('GET', '/api/media')).data).toMatchObject({ items: [] })
})

test('parts of a file can be read over the bounds of its pieces', async ({ app }) => {
  const ada = await openUploader(app)
  const file = Buffer.concat([
    pdf(999_990),
    Buffer.from('0123456789ABCDEF'),
    Buffer.alloc(1_100_000),
  ])
  const { url } = await ada.upload(file)
  const range = async (asked: string) => {
    const { statusCode, headers, body } = await ada.open(url, { range: asked })
    return [statusCode, headers['content-range'], body]
  }
  expect(await range('bytes=999990-1000005')).toEqual([
    206,
    `bytes 999990-1000005/${file.length}`,
    '0123456789ABCDEF',
  ])
  expect((await range('bytes=-1'))[1]).toBe(
    `bytes ${file.length - 1}-${file.length - 1}/${file.length}`,
  )
  expect((await range(`bytes=${file.length}-`)).slice(0, 2)).toEqual([
    416,
    `bytes */${file.length}`,
  ])
  expect((await ada.open(url, { range: 'bytes=0-1,5-6' })).statusCode).toBe(200)
})

test('the library is searched by name and alternative text, filtered by kind, and read in pages', async ({
  app,
}) => {
  const ada = await openUploader(app)
  for (const [name, alt, file] of [
    ['choir.png', 'All of us at 100%', png(10, 10)],
    ['stage.png', '', png(11, 11)],
    ['song.mp3', 'The choir sings', mp3],
  ] as const) {
    await ada.upload(file, { name, alt })
    app.clock.advance(1)
  }
  const names = async (query: string) => {
    const { data } = await ada.api('GET', `/api/media?${query}`)
    return (data!['items'] as { name: string }[]).map(({ name }) => name)
  }
  expect(await names('')).toEqual(['song.mp3', 'stage.png', 'choir.png'])
  expect(await names('q=CHOIR')).toEqual(['song.mp3', 'choir.png'])
  expect(await names('q=%25')).toEqual(['choir.png'])
  expect(await names('q=choir&kind=photo')).toEqual(['choir.png'])
  const first = (await ada.api('GET', '/api/media?limit=2')).data!
  expect(await names(`limit=2&cursor=${String(first['nextCursor'])}`)).toEqual(['choir.png'])
})

test('a name and an alternative text can be changed, though not over a newer change', async ({
  app,
}) => {
  const ada = await openUploader(app)
  const { id, rev } = await ada.upload(png(10, 10))
  const change = (body: object) => ada.api('PUT', `/api/media/${id}`, { rev, alt: '', ...body })
  expect(await change({ name: 'choir.png', alt: 'The choir' })).toMatchObject({
    data: { name: 'choir.png', alt: 'The choir', rev: rev + 1 },
  })
  expect(await change({ name: 'old.png' })).toMatchObject({
    status: 409,
    error: { current: { name: 'choir.png' } },
  })
  expect(await change({ name: ' ' })).toMatchObject({ error: { details: [{ path: 'name' }] } })
})

test('223 an uploaded photo is shown cut to a square, before the one of the identity', async ({
  app,
}) => {
  const ada = await openUploader(app)
  const me = async () => (await ada.api('GET', '/api/users/me')).data!
  await ada.api('PUT', '/api/users/me', { photoURL: 'https://photos.example/ada.png' })
  const first = await ada.upload(png(900, 300, { noise: true }), { purpose: 'photo' })
  expect(await me()).toMatchObject({
    photoId: first.id,
    photoURL: expect.stringMatching(/^\/media/),
  })
  const opened = await ada.open(String((await me())['photoURL']))
  expect(opened.headers).toMatchObject({ 'content-type': 'image/webp' })
  // The frame of a WebP has its size in two times 14 bits.
  expect(opened.rawPayload.readUInt16LE(26) & 0x3fff).toBe(256)
  expect(opened.rawPayload.readUInt16LE(28) & 0x3fff).toBe(256)
  expect((await ada.api('GET', '/api/media')).data).toMatchObject({ items: [] })

  const second = await ada.upload(png(30, 30), { purpose: 'photo' })
  expect(await me()).toMatchObject({ photoId: second.id })
  await app.runJobs()
  expect(await storedFiles(app)).toHaveLength(1)

  await ada.api('DELETE', `/api/media/${second.id}`)
  expect(await me()).toMatchObject({ photoURL: 'https://photos.example/ada.png' })
  await app.runJobs()
  expect(await storedFiles(app)).toEqual([])
})

test('an address set by hand takes the place of an uploaded photo, which is erased', async ({
  app,
}) => {
  const ada = await openUploader(app)
  await ada.upload(png(30, 30), { purpose: 'photo' })
  const { data } = await ada.api('PUT', '/api/users/me', { photoURL: '' })
  expect(data).not.toHaveProperty('photoURL')
  expect(data).not.toHaveProperty('photoId')
  await app.runJobs()
  expect(await storedFiles(app)).toEqual([])
})

test('only a picture can be a photo, and it can be no larger than ten megabytes', async ({
  app,
}) => {
  const ada = await openUploader(app)
  await expect(ada.upload(pdf(300), { purpose: 'photo' })).rejects.toMatchObject({
    status: 415,
    message: 'Choose a picture: JPEG, PNG or WebP.',
  })
  const large = { name: 'a.png', bytes: 10_000_001, purpose: 'photo' }
  expect(await ada.api('POST', '/api/media', large)).toMatchObject({ status: 413 })
})

test('a link to a photo lasts for days, since pages stay open', async ({ app }) => {
  const ada = await openUploader(app)
  await ada.upload(png(30, 30), { purpose: 'photo' })
  const { data } = await ada.api('GET', '/api/users/me')
  app.clock.advance(days(6))
  expect(await ada.open(String(data?.['photoURL']))).toMatchObject({ statusCode: 200 })
})

test('184 a tier has its largest file', async ({ app }) => {
  const ada = await openUploader(app)
  const begin = (bytes: number) => ada.api('POST', '/api/media', { name: 'a', bytes })
  expect(await begin(10_000_001)).toMatchObject({
    status: 413,
    error: {
      message: 'This file has 11 MB, and your tier allows 10 MB. Upgrade to pro for up to 50 MB.',
    },
  })
  await app.pool.query(`update users set tier = 'pro' where id = $1`, [ada.id])
  expect(await begin(50_000_000)).toMatchObject({ status: 201 })
  expect(await begin(50_000_001)).toMatchObject({
    error: { message: 'This file has 51 MB, and your tier allows 50 MB.' },
  })
})

test('the export has all about each file, with a link that opens it for a day; who leaves takes all along', async ({
  app,
}) => {
  const ada = await openUploader(app)
  const file = pdf(1_200_000)
  await ada.upload(file, { name: 'rules.pdf' })
  await ada.upload(png(30, 30), { purpose: 'photo' })
  const user = {
    ...app.ctx,
    user: { id: ada.id, email: null, name: null, picture: null, sessionId: null },
  }
  const exported = JSON.parse((await buffer(await exportUser(user))).toString()) as {
    data: { media: { name: string; url: string }[] }
  }
  const [media] = exported.data.media
  expect(media).toMatchObject({ name: 'rules.pdf', bytes: file.length })
  app.clock.advance(minutes(23 * 60))
  const { pathname, search } = new URL(media!.url)
  expect((await ada.open(pathname + search)).rawPayload.equals(file)).toBe(true)

  await deleteUser(user)
  await app.runJobs()
  expect(await storedFiles(app)).toEqual([])
  const { rows } = await app.pool.query('select 1 from media')
  expect(rows).toEqual([])
})

test('225 files lie in a bucket as they do on a disk, and none is left in it', async () => {
  const server = await startFauxqs({ port: 0, host: '127.0.0.1', logger: false })
  server.createBucket('files')
  const env = {
    STORAGE: 's3',
    S3_ENDPOINT: `http://127.0.0.1:${server.port}`,
    S3_BUCKET: 'files',
    S3_ACCESS_KEY_ID: 'test',
    S3_SECRET_ACCESS_KEY: 'test',
    S3_FORCE_PATH_STYLE: 'true',
  }
  const app = await openTestApp({ env })
  try {
    const ada = await openUploader(app)
    const file = pdf(2_300_000)
    const { id, url } = await ada.upload(file)
    expect((await ada.open(url)).rawPayload.equals(file)).toBe(true)
    expect((await ada.open(url, { range: 'bytes=999998-1000001' })).body).toBe('xxxx')
    await ada.api('DELETE', `/api/media/${id}`)
    await app.runJobs()
    await expect(app.ctx.storage.get(`media/${id}/original/0`)).rejects.toMatchObject({
      code: 'not_found',
    })
  } finally {
    await app.close()
    await server.stop()
  }
})

test('storage that is away is told in words, and what was uploaded is kept', async () => {
  const server = await startFauxqs({ port: 0, host: '127.0.0.1', logger: false })
  server.createBucket('files')
  const app = await openTestApp({
    env: {
      STORAGE: 's3',
      S3_ENDPOINT: `http://127.0.0.1:${server.port}`,
      S3_BUCKET: 'files',
      S3_ACCESS_KEY_ID: 'test',
      S3_SECRET_ACCESS_KEY: 'test',
      S3_FORCE_PATH_STYLE: 'true',
    },
  })
  try {
    const ada = await openUploader(app)
    const file = pdf(1_200_000)
    const upload = await ada.start(file)
    await ada.part(upload, file, 0)
    await server.stop()
    const away = { status: 503, error: { message: expect.stringMatching(/does not answer/) } }
    expect(await ada.part(upload, file, 1)).toMatchObject(away)
    expect((await ada.api('GET', `/api/media/${upload.id}/upload`)).data).toMatchObject({
      received: 1,
    })
  } finally {
    await app.close()
  }
})
