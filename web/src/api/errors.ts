import type { ErrorBody, ErrorCode, FieldProblem } from '@carillon/contract/errors'
import { IdentityError } from './session/identity.ts'

/** An answer of the API that is not a success, in words a person can read. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: ErrorCode
  readonly status: number
  readonly details: readonly FieldProblem[]
  /** The present state of what was changed, after a stale PUT. */
  readonly current: unknown
  /** What a tier withholds: the resource that ran out, or the feature above it. */
  readonly resource: string | undefined
  readonly feature: string | undefined
  /** Which limit of the server was reached; no tier lifts it. */
  readonly limit: string | undefined
  /** After how many seconds it may be asked for again, when that was too often. */
  readonly retryAfter: number | undefined

  constructor(status: number, error: ErrorBody['error'], retryAfter?: number) {
    super(error.message)
    this.status = status
    this.code = error.code
    this.details = error.details ?? []
    this.current = error.current
    this.resource = error.resource
    this.feature = error.feature
    this.limit = error.limit
    this.retryAfter = retryAfter
  }
}

/** The server could not be reached, or its answer was lost on the way. */
export class NetworkError extends Error {
  override name = 'NetworkError'

  constructor(cause?: unknown) {
    super('The server cannot be reached. Check your connection and try again.', { cause })
  }
}

/** What to tell a person about any error. */
export const errorWords = (error: unknown) =>
  error instanceof ApiError || error instanceof NetworkError || error instanceof IdentityError
    ? error.message
    : 'Something went wrong here. Try again, or reload the page.'

export const isApiError = (error: unknown, code: ErrorCode): error is ApiError =>
  error instanceof ApiError && error.code === code

/** The server refuses with these before it looks whether an earlier try was done: who may call, whether in time, how often. */
export const REFUSED_BEFORE_KEY_CHECK: ReadonlySet<number> = new Set([401, 408, 429])

/** Whether a refusal says nothing of what became of an earlier try. */
export const isRefusedBeforeKeyCheck = (error: unknown): boolean =>
  error instanceof ApiError && REFUSED_BEFORE_KEY_CHECK.has(error.status)

/**
 * What mends itself: no connection, a server that is down for a moment, an answer that took too long or was cut off, or
 * too many calls at once.
 */
export const isTemporary = (error: unknown): boolean =>
  error instanceof NetworkError ||
  (error instanceof ApiError &&
    (error.status >= 500 || error.status < 400 || [408, 429].includes(error.status)))
