import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { startFauxqs } from 'fauxqs'
import { describe, expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../clock.ts'
import { systemRandom, uuidv7 } from '../ids.ts'
import { diskStore } from './disk.ts'
import type { BlobStore } from './port.ts'
import { s3Store } from './s3.ts'

const ids = uuidv7(systemClock, systemRandom)

async function onDisk() {
  const root = await mkdtemp(join(tmpdir(), 'carillon-files-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const left = async () =>
    (await readdir(root, { recursive: true })).filter((name) => name.includes('.'))
  return { store: diskStore(root, ids), left }
}

async function onS3() {
  const server = await startFauxqs({ port: 0, host: '127.0.0.1', logger: false })
  onTestFinished(() => server.stop())
  server.createBucket('files')
  const store = s3Store({
    endpoint: `http://127.0.0.1:${server.port}`,
    region: 'us-east-1',
    bucket: 'files',
    accessKeyId: 'test',
    secretAccessKey: 'test',
    forcePathStyle: true,
  })
  return { store }
}

const read = async (store: BlobStore, range?: { from: number; to: number }) =>
  (await buffer(await store.get('media/a.bin', range))).toString()

describe.each([
  ['disk', onDisk],
  ['s3', onS3],
])('%s', (_name, openStore) => {
  test('a file is stored, read whole and in part, and deleted', async () => {
    const { store } = await openStore()
    expect(
      await store.put('media/a.bin', Readable.from([Buffer.from('hello '), Buffer.from('world')])),
    ).toBe(11)
    expect(await read(store)).toBe('hello world')
    expect(await read(store, { from: 6, to: 8 })).toBe('wor')
    expect(await store.head('media/a.bin')).toBe(11)
    await store.delete('media/a.bin')
    await store.delete('media/a.bin')
    expect(await store.head('media/a.bin')).toBeNull()
    await expect(store.get('media/a.bin')).rejects.toMatchObject({ code: 'not_found' })
  })
})

test('an upload that breaks off leaves nothing behind', async () => {
  const { store, left } = await onDisk()
  const broken = Readable.from(
    (async function* () {
      yield Buffer.from('half')
      throw new Error('The connection broke.')
    })(),
  )
  await expect(store.put('media/a.bin', broken)).rejects.toThrow('broke')
  expect(await left()).toEqual([])
})

test('a key never leads out of the folder', async () => {
  const { store } = await onDisk()
  await expect(store.put('../x', Readable.from([]))).rejects.toThrow('Not a storage key')
})
