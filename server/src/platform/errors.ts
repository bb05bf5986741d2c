import type { ErrorBody, ErrorCode, FieldProblem } from '@carillon/contract/errors'
import { ACCOUNT_DELETED } from '@carillon/contract/users'
import type { LimitName } from './server-limits.ts'

type Extra = Omit<ErrorBody['error'], 'code' | 'message'>

/** An error that is told to the caller as it stands: a code of the contract and words with the way on. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly extra: Extra
  /** Seconds after which to try again, for `rate_limited` and `unavailable`. */
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, message: string, extra: Extra & { retryAfter?: number } = {}) {
    super(message)
    this.name = 'AppError'
    const { retryAfter, ...rest } = extra
    this.code = code
    this.extra = rest
    this.retryAfter = retryAfter
  }
}

/** Why the server cannot start, in words for who runs it: shown without a stack trace, never with a secret. */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StartError'
  }
}

/** What is wrong with one field, told at that field. `path` is its place in the request. */
export const invalid = (path: string, message: string) => problems([{ path, message }])

/** Several fields at once, so that a form shows everything in one go. */
export const problems = (details: FieldProblem[]) =>
  new AppError('invalid', details[0]?.message ?? 'Please check the form.', { details })

/** One more than this server allows a user; `message` names the number and the way on. */
export const limitReached = (limit: LimitName, message: string) =>
  new AppError('limit_reached', message, { limit })

/** Also for what belongs to somebody else: its existence is not told. */
export const notFound = (what: string) => new AppError('not_found', `This ${what} does not exist.`)

/** For a token of an account that was deleted. */
export const accountDeleted = () =>
  new AppError('unauthenticated', 'This account was deleted.', { reason: ACCOUNT_DELETED })

/** What an error says, for the log and for the row it is noted on. */
export const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
