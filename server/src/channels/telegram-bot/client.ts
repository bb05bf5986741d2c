import { Api, GrammyError, HttpError, type RawApi } from 'grammy'
import type { Failure } from './telegram-errors.ts'
import { parseStorable } from './storable.ts'
import { exchange, openAgent, WireError, type Purpose } from './wire.ts'

/** grammY's signal type is the polyfill's; a native one does the same and is what everybody has. */
type Signal = Parameters<RawApi['getMe']>[0]

type Fetch = NonNullable<NonNullable<ConstructorParameters<typeof Api>[1]>['fetch']>

/** Bots whose client is kept; making one costs some 20 µs, so this only bounds memory. */
const KEPT_CLIENTS = 1_000

/** A failed call; its message does not contain the token. */
export class TelegramError extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(describe(failure))
    this.name = 'TelegramError'
    this.failure = failure
  }
}

export type Client = {
  /** Makes one call, once. Throws TelegramError. */
  call<T>(
    token: string,
    ask: (api: RawApi, signal: Signal) => Promise<T>,
    options?: { signal?: AbortSignal | undefined; purpose?: Purpose },
  ): Promise<T>
  /** Fetches a small file that Telegram keeps, by its path. Throws TelegramError. */
  download(token: string, path: string): Promise<Buffer>
  close(): Promise<void>
}

/** grammY for its types and its encoding only; the wire, its time limits and its errors are ours. */
export function openClient(apiRoot: string): Client {
  const agents = {
    sends: openAgent('sends'),
    polls: openAgent('polls'),
    uploads: openAgent('uploads'),
    photos: openAgent('photos'),
  }
  const clients = {
    sends: new Map<string, RawApi>(),
    polls: new Map<string, RawApi>(),
    uploads: new Map<string, RawApi>(),
    photos: new Map<string, RawApi>(),
  }

  function clientOf(token: string, purpose: Purpose): RawApi {
    const kept = clients[purpose]
    const known = kept.get(token)
    if (known) return known
    if (kept.size >= KEPT_CLIENTS) kept.clear()
    const api = new Api(token, { apiRoot, fetch: fetchOver(purpose) }).raw
    kept.set(token, api)
    return api
  }

  const fetchOver = (purpose: Purpose) =>
    (async (url: string | URL, init: FetchInit) => {
      const answer = await exchange(agents[purpose], {
        url: new URL(url),
        method: init.method,
        headers: init.headers,
        body: init.body ?? null,
        signal: bridge(init.signal),
      })
      const body = parse(answer.body.toString('utf8'))
      if (!body) throw new Unreadable(answer.status)
      if (body.ok) return { json: () => body }
      return { json: () => ({ ...body, parameters: withHeader(body, answer.retryAfter) }) }
    }) as unknown as Fetch

  return {
    async call(token, ask, { signal, purpose = 'sends' } = {}) {
      try {
        return await ask(clientOf(token, purpose), signal as Signal)
      } catch (error) {
        throw new TelegramError(failureOf(error))
      }
    },
    async download(token, path) {
      try {
        const { status, body } = await exchange(agents.photos, {
          url: new URL(`${apiRoot}/file/bot${token}/${encodeURI(path)}`),
          method: 'GET',
          headers: {},
          body: null,
          signal: unending,
        })
        if (status !== 200) throw new Unreadable(status)
        return body
      } catch (error) {
        throw new TelegramError(failureOf(error))
      }
    },
    async close() {
      await Promise.all(Object.values(agents).map((agent) => agent.destroy()))
    },
  }
}

/** The connection has limits of its own. */
const unending = { aborted: false, onabort: () => () => {} }

type FetchInit = {
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string | NodeJS.ReadableStream
  signal: EventTarget & { readonly aborted: boolean }
}

/** An answer that is not the Bot API's, such as a proxy's page. */
class Unreadable extends Error {
  readonly status: number
  constructor(status: number) {
    super(`An unreadable answer with status ${status}.`)
    this.status = status
  }
}

type ApiBody = { ok: boolean; error_code?: number; parameters?: Record<string, number> }

function parse(text: string): ApiBody | undefined {
  try {
    const body = parseStorable(text)
    const isBody = typeof body === 'object' && body !== null && 'ok' in body
    return isBody ? (body as ApiBody) : undefined
  } catch {
    return undefined
  }
}

/** Some proxies keep the header and lose the body's own field. */
function withHeader(body: ApiBody, retryAfter: string | undefined) {
  const seconds = Number(retryAfter)
  return Number.isFinite(seconds) ? { retry_after: seconds, ...body.parameters } : body.parameters
}

/** undici refuses the polyfill's signal, so ours asks only for what both have. */
function bridge(signal: FetchInit['signal']) {
  return {
    get aborted() {
      return signal.aborted
    },
    onabort(stop: () => void) {
      signal.addEventListener('abort', stop, { once: true })
      return () => signal.removeEventListener('abort', stop)
    },
  }
}

function failureOf(error: unknown): Failure {
  if (error instanceof GrammyError) {
    const { retry_after, migrate_to_chat_id } = error.parameters
    return {
      kind: 'answer',
      code: error.error_code,
      description: error.description,
      ...(retry_after === undefined ? {} : { retryAfter: retry_after }),
      ...(migrate_to_chat_id === undefined ? {} : { migrateTo: String(migrate_to_chat_id) }),
    }
  }
  const cause = error instanceof HttpError ? error.error : error
  if (cause instanceof Unreadable) return { kind: 'unreadable', status: cause.status }
  if (cause instanceof WireError) {
    return { kind: cause.written ? 'lost' : 'unreachable', cause: cause.code }
  }
  // A bug of ours or of the library; it is unknown whether the request was sent.
  return { kind: 'lost', cause: cause instanceof Error ? cause.name : 'unknown' }
}

function describe(failure: Failure): string {
  switch (failure.kind) {
    case 'answer':
      return `Telegram answered ${failure.code}: ${failure.description}`
    case 'unreadable':
      return `Something on the way to Telegram answered with status ${failure.status}.`
    case 'unreachable':
      return `Telegram cannot be reached (${failure.cause}).`
    case 'lost':
      return `Telegram did not answer (${failure.cause}).`
  }
}
