import type { DataOf, Endpoint, InputOf } from '@carillon/contract/endpoint'
import { ApiError, CallError, NetworkError, REFUSED_BEFORE_KEY_CHECK } from './errors.ts'
import { openIdempotencyKeys } from './idempotencyKeys.ts'
import { randomKey } from './randomKey.ts'

/** How long an answer may take, in milliseconds: longer than the server's own limit, so that the error message of the server is shown. */
const TIMEOUT_MS = 30_000

/** The largest body that may outlive its page, in characters: browsers allow 64 KiB, and a character has up to 3 bytes. */
const KEEPALIVE_MAX = 20_000

/** Where bearer tokens come from; `force` asks for a fresh one. */
export type TokenSource = { getToken: (force?: boolean) => Promise<string | null> }

type Options = {
  signal?: AbortSignal
  /**
   * The call must not be done twice: repeated after a lost answer, it has the same idempotency key. A string is that key.
   */
  once?: boolean | string
  /** The page is being left: the call continues without it, if it is small enough. */
  keepalive?: boolean
}

type Call = <E extends Endpoint>(
  endpoint: E,
  input?: InputOf<E>,
  options?: Options,
) => Promise<DataOf<E>>

/**
 * Makes the function that calls an endpoint of the contract and returns its data. It throws ApiError for every answer
 * that is not a success, and NetworkError if there was no answer.
 */
export function makeCall(tokens: TokenSource, origin = ''): Call {
  const keys = openIdempotencyKeys()
  const make: Call = async (endpoint, input, options = {}) => {
    const asked = JSON.stringify([endpoint.method, endpoint.path, input])
    const { once } = options
    const key = typeof once === 'string' ? once : once ? keys.keyFor(asked) : randomKey()
    const send = request(endpoint, input ?? {}, { ...options, key }, origin)
    const answer = endpoint.auth === 'user' ? await authorized(tokens, send) : await send(null)
    try {
      const data = await dataOf(answer)
      keys.answered(asked)
      return data
    } catch (error) {
      // After an error of the server or a proxy, or an answer that was cut off, the call may have been done: it keeps its
      // key.
      if (
        answer.status >= 400 &&
        answer.status < 500 &&
        !REFUSED_BEFORE_KEY_CHECK.has(answer.status)
      ) {
        keys.answered(asked)
      }
      throw error
    }
  }
  return (endpoint, input, options) =>
    make(endpoint, input, options).catch((error: unknown) => {
      if (error instanceof CallError) error.onlyReads = endpoint.method === 'GET'
      throw error
    })
}

/** Sends a request with a token, and once more with a fresh one when that is refused. */
export async function authorized(
  tokens: TokenSource,
  send: (token: string | null) => Promise<Response>,
): Promise<Response> {
  const token = await tokens.getToken()
  const answer = await send(token)
  if (answer.status !== 401) return answer

  // Another call may have renewed the token meanwhile.
  const present = await tokens.getToken()
  const fresh = present !== token ? present : await tokens.getToken(true)
  return fresh ? send(fresh) : answer
}

type Input = { params?: object; query?: object; body?: unknown }

/** Prepares a request that can be sent again with another token and keeps its idempotency key. */
function request(
  endpoint: Endpoint,
  input: Input,
  options: Options & { key: string },
  origin: string,
) {
  const url = origin + urlOf(endpoint.path, input)
  const headers = new Headers({ accept: 'application/json' })
  // Most PUTs answer a repetition alike, or refuse it by its `rev`.
  const takesKey = endpoint.method === 'POST' || (endpoint.method === 'PUT' && options.once)
  if (takesKey && endpoint.auth === 'user') headers.set('idempotency-key', options.key)
  if (input.body !== undefined) headers.set('content-type', 'application/json')

  return async (token: string | null) => {
    if (token) headers.set('authorization', `Bearer ${token}`)
    const timeout = AbortSignal.timeout(TIMEOUT_MS)
    const body = input.body === undefined ? undefined : JSON.stringify(input.body)
    try {
      return await fetch(url, {
        method: endpoint.method,
        headers,
        credentials: 'omit',
        signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
        ...(body === undefined ? {} : { body }),
        ...(options.keepalive && (body?.length ?? 0) < KEEPALIVE_MAX ? { keepalive: true } : {}),
      })
    } catch (error) {
      throw options.signal?.aborted ? error : new NetworkError(error)
    }
  }
}

/** The path with its parameters in place, and the query without what is undefined. */
export function urlOf(path: string, { params = {}, query = {} }: Input): string {
  const valueOf = new Map(Object.entries(params))
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(valueOf.get(name))),
  )
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(pairs.map(([key, value]) => [key, String(value)])).toString()
  return search ? `${filled}?${search}` : filled
}

/** The data of an answer; throws ApiError for what is not a success. */
export async function dataOf(response: Response) {
  const body = await jsonOf(response)
  if (response.ok && body?.data !== undefined) return body.data
  if (body?.error) throw new ApiError(response.status, body.error, retryAfterOf(response))
  throw new ApiError(response.status, {
    // Not our words: a proxy answered instead of the server, which may have done it.
    code: response.status >= 500 ? 'unavailable' : 'internal',
    message: 'The server gave an answer that cannot be read. Try again in a moment.',
  })
}

/** The seconds of the Retry-After header; our server never sends a date there. */
function retryAfterOf({ headers }: Response): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? seconds : undefined
}

/** The body, or undefined when it is not JSON, such as a proxy's page. An answer cut off on its way is a lost one. */
async function jsonOf(response: Response) {
  try {
    return await response.json()
  } catch (error) {
    // Of a refusal the status arrived, which says enough.
    if (error instanceof SyntaxError || !response.ok) return undefined
    throw wasGivenUp(error) ? error : new NetworkError(error)
  }
}

/** Whether the caller ended it; a time that is over has another name. */
const wasGivenUp = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'
