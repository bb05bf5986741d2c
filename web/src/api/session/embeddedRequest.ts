import { IdentityError } from './identity.ts'

/** How long the identity service may take, in milliseconds; phones are on slower networks. */
const TIMEOUT_MS = 30_000
const TIMEOUT_MOBILE_MS = 60_000

/** Requests to the embedded identity service; whatever it refuses is thrown as IdentityError. */
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
    const json = await jsonOf(response)
    if (!response.ok) throw refusal(response, json)
    return json as T
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

async function jsonOf(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    return null
  }
}

function refusal(response: Response, body: unknown): IdentityError {
  const { code = '', message } = errorOf(body)
  if (response.status === 429) {
    const seconds = Number(
      response.headers.get('x-retry-after') ?? response.headers.get('retry-after') ?? 60,
    )
    return new IdentityError('rate_limited', { seconds })
  }
  switch (code) {
    case 'INVALID_EMAIL_OR_PASSWORD':
      return new IdentityError('credentials')
    case 'USER_ALREADY_EXISTS':
    case 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL':
      return new IdentityError('email_in_use')
    case 'EMAIL_NOT_VERIFIED':
      return new IdentityError('email_unverified')
    case 'INVALID_EMAIL':
      return new IdentityError('email_invalid')
    case 'PASSWORD_TOO_SHORT':
      return new IdentityError('password_refused', { message: 'This password is too short.' })
    case 'PASSWORD_TOO_LONG':
      return new IdentityError('password_refused', { message: 'This password is too long.' })
    case 'INVALID_OTP':
      return new IdentityError('code_wrong')
    case 'OTP_EXPIRED':
    case 'TOO_MANY_ATTEMPTS':
    // The same answer as for a wrong code, where the address has no account.
    case 'USER_NOT_FOUND':
      return new IdentityError('code_dead')
  }
  if (code.includes('PASSWORD')) {
    return new IdentityError('password_refused', message ? { message } : {})
  }
  if (response.status === 401) return new IdentityError('credentials')
  if (response.status >= 500) return new IdentityError('unknown')
  return new IdentityError('unknown', message ? { message } : {})
}

type Refusal = { code?: string; message?: string }

/** The service answers `{ code, message }`; what stands before it answers `{ error: { code, message } }`. */
function errorOf(body: unknown): Refusal {
  if (typeof body !== 'object' || body === null) return {}
  return 'error' in body ? (body.error as Refusal) : body
}
