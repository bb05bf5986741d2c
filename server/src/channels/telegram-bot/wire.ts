import { Agent } from 'undici'
import { CHAT_PHOTO_BYTES_MAX } from '../port/chats.ts'

/** How long a connection may take to open, in milliseconds; until then certainly nothing was sent. */
const CONNECT_MS = 10_000

/** Longest answer that we read, in bytes: 100 updates of the largest kind are far smaller. */
const ANSWER_MAX_BYTES = 20_000_000

/**
 * `sends` answer within seconds; the real server holds a flooded request up to 8 s before it says 429,
 * so a shorter limit would make unconfirmed sends without need. `polls` are held open by the network
 * for 50 s and have connections of their own, so that a thousand waiting bots never delay a send.
 * `uploads` take as long as their bytes need: whoever sends them ends the try. `photos` of groups come over few
 * connections of their own.
 */
export const timeouts = { sends: 30_000, polls: 65_000, uploads: 600_000, photos: 30_000 } as const

export type Purpose = keyof typeof timeouts

/** Connections for one purpose. HTTP/1.1 with one request at a time: a broken connection fails only one. */
export const openAgent = (purpose: Purpose) =>
  new Agent({
    allowH2: false,
    pipelining: 1,
    connections: purpose === 'polls' ? null : purpose === 'photos' ? 2 : 64,
    keepAliveTimeout: 30_000,
    headersTimeout: timeouts[purpose],
    bodyTimeout: timeouts[purpose],
    maxResponseSize: purpose === 'photos' ? CHAT_PHOTO_BYTES_MAX : ANSWER_MAX_BYTES,
    connect: { timeout: CONNECT_MS },
  })

export type Answer = { status: number; retryAfter: string | undefined; body: Buffer }

/** No answer. `written` is false only when not one byte of the request left this process. */
export class WireError extends Error {
  readonly written: boolean
  readonly code: string

  constructor(written: boolean, cause: unknown) {
    // The cause itself is not kept: libraries put addresses into theirs, and ours holds the token.
    const code = codeOf(cause)
    super(`No answer (${code}).`)
    this.name = 'WireError'
    this.written = written
    this.code = code
  }
}

type Sent = {
  url: URL
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body: string | NodeJS.ReadableStream | null
  signal: { readonly aborted: boolean; onabort(stop: () => void): () => void }
}

/**
 * Sends one request, once, and reads the whole answer. It speaks to undici's dispatcher rather than its
 * `request`, because only the dispatcher tells when the first byte is about to be written: before that
 * moment a failure is certain, after it nobody knows.
 */
export function exchange(agent: Agent, sent: Sent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let written = false
    let abort: (() => void) | undefined
    let status = 0
    let retryAfter: string | undefined
    const chunks: Buffer[] = []

    const fail = (cause: unknown) => {
      forget()
      reject(new WireError(written, cause))
    }
    const forget = sent.signal.onabort(() => {
      abort?.()
      fail(aborted)
    })
    if (sent.signal.aborted) return fail(aborted)

    agent.dispatch(
      {
        origin: sent.url.origin,
        path: sent.url.pathname + sent.url.search,
        method: sent.method,
        headers: sent.headers,
        body: sent.body as string | null,
      },
      {
        onRequestStart(controller) {
          if (sent.signal.aborted) return controller.abort(aborted)
          written = true
          abort = () => controller.abort(aborted)
        },
        onResponseStart(_controller, statusCode, headers) {
          status = statusCode
          retryAfter = String(headers['retry-after'] ?? '') || undefined
        },
        onResponseData: (_controller, chunk) => void chunks.push(chunk),
        onResponseEnd() {
          forget()
          resolve({ status, retryAfter, body: Buffer.concat(chunks) })
        },
        onResponseError: (_controller, error) => fail(error),
      },
    )
  })
}

const aborted = Object.assign(new Error('The deadline passed.'), { code: 'deadline' })

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : 'unknown'
