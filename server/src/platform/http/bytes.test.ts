import { expect, test } from '../../../test/test-app.ts'
import { openUploader } from '../../../test/uploader.ts'

test('bytes arrive whole over the wire, in one go or in pieces; too many are refused, and strangers before they send any', async ({
  app,
}) => {
  const ada = await openUploader(app)
  const url = await ada.web.http.listen({ port: 0, host: '127.0.0.1' })
  const file = Buffer.from('%PDF-1.7'.padEnd(400_000, 'x'))
  const put = async (path: string, body: Buffer | ReadableStream, token = ada.token) => {
    // A connection that is kept for later would hold up the end of the server for a minute.
    const headers = { authorization: `Bearer ${token}`, connection: 'close' }
    const answer = await fetch(url + path, {
      method: 'PUT',
      headers,
      body,
      duplex: 'half',
    })
    return { status: answer.status, ...((await answer.json()) as object) }
  }
  const upload = async () => `/api/media/${(await ada.start(file)).id}/parts/0`
  const inPieces = (bytes: Buffer) =>
    new Blob([bytes.subarray(0, 100_000), bytes.subarray(100_000)]).stream()

  expect(await put(await upload(), file)).toMatchObject({ status: 200 })
  expect(await put(await upload(), inPieces(file))).toMatchObject({ status: 200 })
  const large = Buffer.alloc(1_000_001)
  const tooLarge = { status: 413, error: { code: 'too_large' } }
  expect(await put(await upload(), large)).toMatchObject(tooLarge)
  expect(await put(await upload(), inPieces(large))).toMatchObject(tooLarge)
  expect(await put(await upload(), Buffer.alloc(0))).toMatchObject({ status: 400 })
  expect(await put(await upload(), file, 'x')).toMatchObject({ status: 401 })
})
