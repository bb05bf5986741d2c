import type { IncomingMessage } from 'node:http'
import { badRequest, Refusal } from './refusal.ts'
import type { Args } from './arguments.ts'

/** Whether values came typed (JSON), or all as text (query, urlencoded, multipart). */
export type Form = 'json' | 'text'

// What the real server takes: 50 MB of file and some more for the rest.
const BODY_BYTES_MAX = 52 * 1024 * 1024

/** The token and method in `/bot<token>/<method>`; undefined is the real server's 404. */
export function addressOf(path: string): { token: string; method: string } | undefined {
  const end = path.indexOf('?')
  const match = /^\/bot([^/]*)\/(.*)$/.exec(end === -1 ? path : path.slice(0, end))
  if (!match) return undefined
  // The public server answers a plain 404 to anything that does not look like a token.
  if (!/^\d+:[\w-]{10,}$/.test(match[1] ?? '')) return undefined
  return { token: match[1] ?? '', method: (match[2] ?? '').toLowerCase() }
}

export function bodyOf(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    request.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes > BODY_BYTES_MAX) reject(new Refusal(413, 'Request Entity Too Large'))
    })
    request.on('end', () =>
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)),
    )
    request.on('error', reject)
  })
}

/** The parameters of a request, of its query and its body together. */
export async function argumentsOf(
  request: IncomingMessage,
  body: Buffer,
): Promise<{ args: Args; form: Form }> {
  const url = request.url ?? ''
  const question = url.indexOf('?')
  const query: Args =
    question === -1 ? {} : Object.fromEntries(new URLSearchParams(url.slice(question + 1)))
  if (body.length === 0) return { args: query, form: 'text' }

  const type = request.headers['content-type'] ?? ''
  if (type.startsWith('application/json')) {
    return { args: { ...query, ...jsonBody(body) }, form: 'json' }
  }
  if (type.startsWith('multipart/form-data')) {
    return { args: { ...query, ...(await multipartBody(body, type)) }, form: 'text' }
  }
  const form = Object.fromEntries(new URLSearchParams(body.toString('utf8')))
  return { args: { ...query, ...form }, form: 'text' }
}

function jsonBody(body: Buffer): Args {
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8'))
    if (typeof parsed === 'object' && parsed !== null) return { ...parsed }
  } catch {
    // Answered below: the same words for all that is not an object.
  }
  throw badRequest("can't parse JSON object")
}

async function multipartBody(body: Buffer, type: string): Promise<Args> {
  try {
    const headers = { 'content-type': type }
    const form = await new Response(new Uint8Array(body), { headers }).formData()
    return Object.fromEntries(form)
  } catch {
    throw badRequest("can't parse multipart/form-data body")
  }
}
