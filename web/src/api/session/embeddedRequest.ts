import type { ErrorBody } from '@carillon/contract/errors'
import type { IdentityReason } from '@carillon/contract/identity'
import { IdentityError, type IdentityProblem } from './identity.ts'

/** How long the identity service may take, in milliseconds; phones are on slower networks. */
const TIMEOUT_MS = 30_000
const TIMEOUT_MOBILE_MS = 60_000

/** Requests to the embedded identity service. A refusal is thrown as IdentityError. */
export function authRequest(origin: string) {
  async function request<T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> {
    const response = await answer(`${origin}/api/auth${path}`, {
      method,
      credentials: 'same-origin',
      cache: 'no-store',
      signal: AbortSignal.timeout(identityTimeoutMs(navigator.userAgent)),
      ...(body
        ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
        : {}),
    })
    const told = await jsonOf(response)
    if (response.ok && told && 'data' in told) return told.data as T
    throw refusal(response, told && 'error' in told ? told.error : {})
  }

  return {
    get: <T>(path: string) => request<T>('GET', path),
    post: (path: string, body: object) => request<unknown>('POST', path, body),
  }
}

/** 30 s on a desk, 60 s on a phone. */
export const identityTimeoutMs = (userAgent: string) =>
  /Mobi|Android/i.test(userAgent) ? TIMEOUT_MOBILE_MS : TIMEOUT_MS

async function answer(url: string, init: RequestInit) {
  try {
    return await fetch(url, init)
  } catch {
    throw new IdentityError('network')
  }
}

/** The body, or undefined when it is not ours: a proxy's page, or an answer cut off on its way. */
async function jsonOf(response: Response): Promise<{ data: unknown } | ErrorBody | undefined> {
  try {
    return (await response.json()) as { data: unknown } | ErrorBody
  } catch {
    return undefined
  }
}

type Refusal = Partial<ErrorBody['error']>

function refusal(response: Response, { reason, message }: Refusal): IdentityError {
  if (response.status === 429) {
    const seconds = Number(response.headers.get('retry-after') ?? 60)
    return new IdentityError('rate_limited', { seconds, ...(message ? { message } : {}) })
  }
  const problem = problems[reason as IdentityReason]
  if (problem) return new IdentityError(problem, message ? { message } : {})
  return new IdentityError('unknown', message ? { message } : {})
}

/** The words of each refusal. */
const problems: Record<IdentityReason, IdentityProblem> = {
  credentials: 'credentials',
  email_invalid: 'email_invalid',
  email_in_use: 'email_in_use',
  email_unverified: 'email_unverified',
  password_refused: 'password_refused',
  code_wrong: 'code_wrong',
  code_dead: 'code_dead',
  session_ended: 'session_ended',
  foreign_origin: 'unknown',
}
