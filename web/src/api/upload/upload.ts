import type { Upload } from '@carillon/contract/media'
import { call } from '../call.ts'
import { NetworkError } from '../errors.ts'
import { authorized, dataOf } from '../makeCall.ts'
import { session } from '../session/current.ts'
import { describe } from './describe.ts'
import { makeResumableUpload } from './resumableUpload.ts'

/** How long a part may take, in milliseconds: as long as the server waits for it. */
const PART_WITHIN_MS = 60_000

/** Uploads a file as the person who is signed in. */
export const upload = makeResumableUpload({
  call,
  async send(path, piece, options): Promise<Upload> {
    return dataOf(await authorized(session, (token) => put(path, piece, { ...options, token })))
  },
  describe,
  pause: (ms, signal) =>
    new Promise((resolve) => {
      const ended = new AbortController()
      const end = () => {
        ended.abort()
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(end, ms)
      addEventListener('online', end, { signal: ended.signal })
      signal.addEventListener('abort', end, { signal: ended.signal })
    }),
})

type Sending = { signal: AbortSignal; onSent: (bytes: number) => void; token: string | null }

/** Like `fetch`, but it reports how many bytes have been sent. */
function put(path: string, piece: Blob, { signal, onSent, token }: Sending): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('PUT', path)
    request.timeout = PART_WITHIN_MS
    request.setRequestHeader('content-type', 'application/octet-stream')
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`)
    const lost = () => reject(new NetworkError())
    request.upload.addEventListener('progress', ({ loaded }) =>
      onSent(Math.min(loaded, piece.size)),
    )
    request.addEventListener('load', () => {
      const { status, responseText } = request
      const wait = request.getResponseHeader('retry-after')
      resolve(new Response(responseText, { status, headers: wait ? { 'retry-after': wait } : {} }))
    })
    request.addEventListener('error', lost)
    request.addEventListener('timeout', lost)
    request.addEventListener('abort', () =>
      reject(new DOMException('The upload was canceled.', 'AbortError')),
    )
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(piece)
  })
}
