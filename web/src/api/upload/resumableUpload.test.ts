import type { Upload } from '@carillon/contract/media'
import { expect, test } from 'vitest'
import { ApiError, NetworkError } from '../errors.ts'
import { dataOf, makeCall } from '../makeCall.ts'
import { testServer } from '../testServer.ts'
import type { Description } from './describe.ts'
import { makeResumableUpload } from './resumableUpload.ts'

const media = { id: '1', name: 'choir.png', kind: 'photo' }

/** A server that takes parts of four bytes, and what a test does to its connections: hangs up at these requests. */
async function uploading({
  hangUpAt = [],
  away = false,
  description = { facts: {} },
  refusesFrame = false,
}: {
  hangUpAt?: number[]
  away?: boolean
  description?: Description
  refusesFrame?: boolean
} = {}) {
  const pieces: string[] = []
  let requests = 0
  const server = await testServer(({ method, url = '' }, body) => {
    requests += 1
    const data = (upload: object) => ({ status: 200, body: { data: upload } })
    const state = () =>
      data({ id: '1', bytes: 10, partBytes: 4, parts: 3, received: pieces.length })
    if (url === '/api/media') return hangUpAt.includes(requests) ? 'hang up' : state()
    if (away) return 'hang up'
    const part = /parts\/(\d)$/.exec(url)?.[1]
    if (url.endsWith('/frame') && refusesFrame) {
      return { status: 415, body: { error: { code: 'unsupported', message: 'Not a picture.' } } }
    }
    if (part !== undefined && Number(part) === pieces.length) pieces.push(body)
    if (hangUpAt.includes(requests)) return 'hang up'
    if (url.endsWith('/finish')) return data(media)
    return method === 'DELETE' ? data({ done: true }) : state()
  })
  const pauses: number[] = []
  const upload = makeResumableUpload({
    call: makeCall({ getToken: async () => 'token' }, server.origin),
    async send(path, piece, { signal, onSent }): Promise<Upload> {
      onSent(piece.size / 2)
      const answer = await fetch(server.origin + path, {
        method: 'PUT',
        body: piece,
        signal,
      }).catch((error: unknown) => Promise.reject(new NetworkError(error)))
      return dataOf(answer)
    },
    describe: async () => description,
    pause: async (ms) => void pauses.push(ms),
  })
  const canceled = new AbortController()
  const progress: number[] = []
  const watching = {
    signal: canceled.signal,
    onProgress: (fraction: number) => void progress.push(fraction),
    onWaiting: () => {},
  }
  const begin = () => upload(new File(['0123456789'], 'choir.png'), 'photo')
  return { server, begin, upload: begin(), watching, canceled, pieces, pauses, progress }
}

test('a file arrives in parts, and how far it has come is told', async () => {
  const { server, upload, watching, pieces, progress } = await uploading()
  await using _ = server
  expect(await upload.run(watching)).toEqual(media)
  expect(pieces).toEqual(['0123', '4567', '89'])
  expect(progress).toEqual([0.2, 0.6, 0.9, 1])
  expect(server.asked[0]).toMatchObject({
    body: JSON.stringify({ name: 'choir.png', bytes: 10, purpose: 'photo' }),
  })
})

test('a part whose answer was lost is not sent again, and one that was lost is', async () => {
  // The answer to the start is lost, the second part arrives and its answer is lost; then finishing it is.
  const { server, upload, watching, pieces, pauses } = await uploading({ hangUpAt: [1, 4, 7] })
  await using _ = server
  expect(await upload.run(watching)).toEqual(media)
  expect(pieces).toEqual(['0123', '4567', '89'])
  expect(pauses).toEqual([1_000, 1_000, 1_000])
  const sent = server.asked.filter(({ method }) => method === 'PUT')
  expect(sent).toHaveLength(3)
})

test('a connection that stays away is told after a while, and the upload can go on later', async () => {
  const { server, upload, watching, pauses } = await uploading({ away: true })
  await using _ = server
  await expect(upload.run(watching)).rejects.toBeInstanceOf(NetworkError)
  expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 30_000])
  await expect(upload.run(watching)).rejects.toBeInstanceOf(NetworkError)
  expect(server.asked.filter(({ url }) => url === '/api/media')).toHaveLength(1)
})

test('each of two equal files is an upload of its own, also when the answer to its start is lost', async () => {
  const { server, upload, begin, watching } = await uploading({ hangUpAt: [1, 2], away: true })
  await using _ = server
  await Promise.allSettled([upload.run(watching), begin().run(watching)])
  const keys = server.asked
    .filter(({ url }) => url === '/api/media')
    .map(({ headers }) => headers['idempotency-key'])
  expect(keys).toHaveLength(4)
  expect(new Set(keys.slice(0, 2))).toEqual(new Set(keys.slice(2)))
  expect(new Set(keys).size).toBe(2)
})

test('a start that was done, and whose answer the server has not stored, is made anew', async () => {
  let starts = 0
  const refused = { code: 'already_done', message: 'This was already done.' }
  await using server = await testServer(() => {
    starts += 1
    if (starts === 1) return 'hang up'
    return starts === 2 ? { status: 409, body: { error: refused } } : { status: 500 }
  })
  const upload = makeResumableUpload({
    call: makeCall({ getToken: async () => 'token' }, server.origin),
    send: () => Promise.reject(new Error('Nothing is sent.')),
    describe: async () => ({ facts: {} }),
    pause: async () => {},
  })
  await expect(
    upload(new File(['x'], 'x'), 'photo').run({
      signal: new AbortController().signal,
      onProgress: () => {},
      onWaiting: () => {},
    }),
  ).rejects.toMatchObject({ status: 500 })
  const [first, second, third] = server.asked.map(({ headers }) => headers['idempotency-key'])
  expect([second === first, third === first]).toEqual([true, false])
})

test('what the server refuses is told at once, and what is canceled is given up there, too', async () => {
  const refused = { code: 'unsupported', message: 'Choose a picture.' }
  await using server = await testServer(({ url }) =>
    url === '/api/media' ? { status: 415, body: { error: refused } } : { status: 200 },
  )
  const failing = makeResumableUpload({
    call: makeCall({ getToken: async () => 'token' }, server.origin),
    send: () => Promise.reject(new Error('Nothing is sent.')),
    describe: async () => ({ facts: {} }),
    pause: async () => {},
  })
  const { upload, watching, server: other } = await uploading()
  await using _ = other
  await expect(failing(new File(['x'], 'x'), 'photo').run(watching)).rejects.toBeInstanceOf(
    ApiError,
  )
  await upload.run(watching)
  await upload.cancel()
  expect(other.asked.at(-1)).toMatchObject({ method: 'DELETE', url: '/api/media/1' })
})

test.each([false, true])(
  'the size and length of a video are sent along, and its first frame unless that is refused: %s',
  async (refusesFrame) => {
    const facts = { width: 640, height: 360, durationMs: 5_000 }
    const description = { facts, frame: new Blob(['picture']) }
    const { server, upload, watching } = await uploading({ description, refusesFrame })
    await using _ = server
    expect(await upload.run(watching)).toEqual(media)
    const [frame, finish] = server.asked.slice(-2)
    expect(frame).toMatchObject({ method: 'PUT', url: '/api/media/1/frame', body: 'picture' })
    expect(finish).toMatchObject({ url: '/api/media/1/finish', body: JSON.stringify(facts) })
  },
)
