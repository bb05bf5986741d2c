import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { startFauxqs } from 'fauxqs'
import { describe, expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../clock.ts'
import { loadConfig } from '../config.ts'
import { systemRandom, uuidv7 } from '../ids.ts'
import { createLog } from '../log.ts'
import type { BlobStore } from './port.ts'
import { openStorage } from './storage.ts'

const ids = uuidv7(systemClock, systemRandom)

const open = async (env: Record<string, string>): Promise<BlobStore> =>
  openStorage(
    await loadConfig(env, () => Promise.reject(new Error('There is no sandbox.'))),
    ids,
    createLog('silent'),
  )

async function onDisk() {
  const root = await mkdtemp(join(tmpdir(), 'carillon-files-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const left = async () => readdir(root, { recursive: true })
  return { store: await open({ DATA_DIR: root }), left, root }
}

async function onS3() {
  const server = await startFauxqs({ port: 0, host: '127.0.0.1', logger: false })
  onTestFinished(() => server.stop())
  server.createBucket('files')
  return { store: await open(s3At(server.port)) }
}

const s3At = (port: number) => ({
  STORAGE: 's3',
  S3_ENDPOINT: `http://127.0.0.1:${port}`,
  S3_BUCKET: 'files',
  S3_ACCESS_KEY_ID: 'test',
  S3_SECRET_ACCESS_KEY: 'test',
  S3_FORCE_PATH_STYLE: 'true',
})

const read = async (store: BlobStore, key: string, range?: { from: number; to: number }) =>
  (await buffer(await store.get(key, range))).toString()

describe.each([
  ['disk', onDisk],
  ['s3', onS3],
])('%s', (_name, openStore) => {
  test('a file is stored, replaced, read whole and in part, and deleted with its folder', async () => {
    const { store } = await openStore()
    await store.put('media/a/0', Buffer.from('hello'))
    await store.put('media/a/0', Buffer.from('hello world'))
    await store.put('media/a/1', Buffer.alloc(0))
    await store.put('media/ab', Buffer.from('another'))
    expect(await read(store, 'media/a/0')).toBe('hello world')
    expect(await read(store, 'media/a/0', { from: 6, to: 8 })).toBe('wor')
    expect(await read(store, 'media/a/0', { from: 6, to: 99 })).toBe('world')
    expect(await read(store, 'media/a/1')).toBe('')

    await store.deleteFolder('media/a')
    await store.deleteFolder('media/a')
    await expect(store.get('media/a/0')).rejects.toMatchObject({ code: 'not_found' })
    expect(await read(store, 'media/ab')).toBe('another')
  })
})

test('files that a killed process left half-written are swept, those that are being written are not', async () => {
  const { store, left, root } = await onDisk()
  await store.put('media/a/0', Buffer.from('whole'))
  await writeFile(join(root, 'files/.unfinished/killed'), 'hal')
  await store.sweep(new Date(Date.now() - 60_000))
  expect(await left()).toContain('files/.unfinished/killed')
  await store.sweep(new Date(Date.now() + 60_000))
  expect((await left()).toSorted()).toEqual([
    'files',
    'files/.unfinished',
    'files/media',
    'files/media/a',
    'files/media/a/0',
  ])
})

test('a folder that is not mounted is away: its files are not lost', async () => {
  const { store, root } = await onDisk()
  await store.put('media/a/0', Buffer.from('x'))
  await rename(join(root, 'files'), join(root, 'unmounted'))
  await expect(store.get('media/a/0')).rejects.toMatchObject({ code: 'unavailable' })
  await rename(join(root, 'unmounted'), join(root, 'files'))
  expect(await read(store, 'media/a/0')).toBe('x')
})

test('storage that is away is told in words', async () => {
  const store = await open(s3At(9))
  await expect(store.put('media/a/0', Buffer.from('x'))).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/does not answer/),
  })
})

test('a key never leads out of the folder', async () => {
  const { store, left } = await onDisk()
  await expect(store.put('../x', Buffer.alloc(1))).rejects.toMatchObject({ code: 'unavailable' })
  expect(await left()).toEqual([])
})
