import type { ErrorBody, ErrorCode, FieldProblem } from '@carillon/contract/errors'
import { IdentityError } from './session/identity.ts'

/** A call without the answer that was hoped for. */
export class CallError extends Error {
  /** The call only reads: it has changed nothing, also if its answer was lost. */
  onlyReads = false
}

/** An answer of the API that is not a success, in words a person can read. */
export class ApiError extends CallError {
  override name = 'ApiError'
  readonly code: ErrorCode
  readonly status: number
  readonly details: readonly FieldProblem[]
  /** The present state of the thing, if a PUT was based on an older one. */
  readonly current: unknown
  /** The attempt that has created `current`, if it was created from the same form before. */
  readonly attempt: string | undefined
  /** What the tier does not allow: the resource whose limit is reached, or the feature of a higher tier. */
  readonly resource: string | undefined
  readonly feature: string | undefined
  /** Which limit of the server was reached; no tier lifts it. */
  readonly limit: string | undefined
  /** Exactly why it was refused, if the code does not tell that. */
  readonly reason: string | undefined
  /** After how many seconds the call may be repeated, if there were too many. */
  readonly retryAfter: number | undefined

  constructor(status: number, error: ErrorBody['error'], retryAfter?: number) {
    super(error.message)
    this.status = status
    this.code = error.code
    this.details = error.details ?? []
    this.current = error.current
    this.attempt = error.attempt
    this.resource = error.resource
    this.feature = error.feature
    this.limit = error.limit
    this.reason = error.reason
    this.retryAfter = retryAfter
  }
}

/** The server could not be reached, or its answer was lost on the way. */
export class NetworkError extends CallError {
  override name = 'NetworkError'

  constructor(cause?: unknown) {
    super('The server cannot be reached. Check your connection and try again.', { cause })
  }
}

/** The words that a person reads about any error. */
export const errorWords = (error: unknown) =>
  error instanceof ApiError || error instanceof NetworkError || error instanceof IdentityError
    ? error.message
    : 'Something went wrong here. Try again, or reload the page.'

export const isApiError = (error: unknown, code: ErrorCode): error is ApiError =>
  error instanceof ApiError && error.code === code

/** The server refuses with these before it checks the idempotency key: not signed in, too late, too often. */
export const REFUSED_BEFORE_KEY_CHECK: ReadonlySet<number> = new Set([401, 408, 429])

/** Whether a refusal says nothing about the result of an earlier attempt with the same key. */
export const isRefusedBeforeKeyCheck = (error: unknown): boolean =>
  error instanceof ApiError && REFUSED_BEFORE_KEY_CHECK.has(error.status)

/**
 * Whether an error goes away by itself: no connection, a server that is briefly down, an answer that took too long or was
 * cut off, or too many calls.
 */
export const isTemporary = (error: unknown): boolean =>
  error instanceof NetworkError ||
  (error instanceof ApiError &&
    (error.status >= 500 || error.status < 400 || [408, 429].includes(error.status)))
