import type { Context } from '../../platform/context.ts'
import * as store from '../store.ts'
import { prepareKeys } from './keys.ts'
import { ADDRESS_HEADER, afterwards, BASE_PATH, openLibrary, type Afterwards } from './library.ts'
import { authSecrets, keyedHash } from './secrets.ts'
import { AppError } from '../../platform/errors.ts'
import { limitConcurrency } from '../../platform/concurrency.ts'
import { refusal } from './refusals.ts'

/** Hashing a password fills a core and 19 MiB for 94 ms; more at once would starve everything else. */
const HASHING_AT_ONCE = 3
const HASHING_WAITING = 100

/** What the service sees of a request: who sent it. */
export type Visitor = {
  address: string
  headers: Partial<Record<(typeof PASSED_ON)[number], string | undefined>>
  /** Hands cookies back to the browser. */
  setCookies(cookies: string[]): void
}

/** The headers the library reads. All others, forwarded addresses above all, stay outside. */
export const PASSED_ON = [
  'cookie',
  'origin',
  'referer',
  'user-agent',
  'sec-fetch-site',
  'sec-fetch-mode',
  'sec-fetch-dest',
] as const

export type Embedded = Awaited<ReturnType<typeof openEmbedded>>

/** Opens the identity service of this server: its secrets, its keys and its one way in. */
export async function openEmbedded(ctx: Context) {
  const secrets = authSecrets(ctx.config, ctx.random)
  const library = openLibrary(ctx, secrets)
  const { secret } = await library.$context
  await prepareKeys(ctx, library)
  await ctx.transaction((tx) => store.deleteExpiredSessions(tx, ctx.clock.now()))
  const hashing = limitConcurrency(HASHING_AT_ONCE, HASHING_WAITING, tooManyAtOnce)

  async function ask(visitor: Visitor, method: 'GET' | 'POST', path: string, body?: object) {
    const after: Afterwards = { endedSessions: [] }
    const request = new Request(`${ctx.config.publicUrl}${BASE_PATH}${path}`, {
      method,
      headers: headersOf(visitor, body !== undefined),
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const response = await afterwards.run(after, () => library.handler(request))
    await tellEnded(ctx, after)
    if (!response.ok) throw refusal(response.status, await response.json().catch(() => ({})))
    const told: unknown = await response.json()
    return {
      body: told,
      cookies: response.headers.getSetCookie(),
      after,
    }
  }

  return {
    ctx,
    /** Names what is counted without keeping anybody's address. */
    keyOf: keyedHash(secrets, 'tries'),
    hashCode: keyedHash(secrets, 'codes'),
    /** What the library signs with. */
    secret,
    /** Passes a request to the library. Throws AppError with the reason when it is refused. */
    ask,
    /** Does what hashes a password, a few at a time. */
    hashing,
    /** The same for requests that hash one. */
    askHashing: (...call: Parameters<typeof ask>) => hashing(() => ask(...call)),
  }
}

function headersOf(visitor: Visitor, hasBody: boolean): Headers {
  const headers = new Headers({ [ADDRESS_HEADER]: visitor.address })
  if (hasBody) headers.set('content-type', 'application/json')
  for (const name of PASSED_ON) {
    const value = visitor.headers[name]
    if (value !== undefined) headers.set(name, value)
  }
  return headers
}

/** Sessions that the library ended are over in every process: their tokens, and their sockets. */
async function tellEnded(ctx: Context, { endedSessions }: Afterwards) {
  if (endedSessions.length === 0) return
  await ctx.transaction(async (tx) => {
    for (const { id, userId } of endedSessions) {
      await tx.publish({ kind: 'session.ended', userId, id, rev: 0 })
    }
  })
  for (const { userId } of endedSessions) ctx.admissions.forget(userId)
}

const tooManyAtOnce = () =>
  new AppError('unavailable', 'Too many people are signing in. Try again in a moment.', {
    retryAfter: 5,
  })
