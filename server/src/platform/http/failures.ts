import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { errorStatus, type ErrorCode } from '@carillon/contract/errors'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import { accountDeleted, AppError } from '../errors.ts'
import type { Log } from '../log.ts'
import { tokenBuckets } from './buckets.ts'

/** Longest path and longest stack in a line of the log, in characters. */
const PATH_LOGGED_MAX = 200
const STACK_LOGGED_MAX = 2_000

/** Seconds to wait where nobody knows better. */
const RETRY_AFTER_DEFAULT = 5

/**
 * Answers for what goes wrong: `answer` for a request, in the contract's form; `answerUnreadable` for a
 * connection that brings no request that can be read. What nobody foresaw is logged, so often a minute.
 */
export function answerFailures(config: Config, log: Log, clock: Pick<Clock, 'steadyMs'>) {
  const logged = config.limits.loggedFailuresPerMinute
  const lines = tokenBuckets({ capacity: logged, perMinute: logged }, clock)
  let leftOut = 0

  function note(error: Error, { method, url }: FastifyRequest) {
    if (lines.take('') > 0) return void (leftOut += 1)
    log.error(
      {
        method,
        // The path only: a query may hold what people typed.
        path: url.split('?')[0]?.slice(0, PATH_LOGGED_MAX),
        reason: error.message.slice(0, STACK_LOGGED_MAX),
        stack: error.stack?.slice(0, STACK_LOGGED_MAX),
        ...(leftOut > 0 ? { leftOut } : {}),
      },
      'A call failed.',
    )
    leftOut = 0
  }

  return {
    answer(error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply) {
      const told = wordsFor(error)
      if (told.code === 'internal') note(error, request)
      const status = errorStatus[told.code]
      const wait = told.retryAfter ?? (status === 429 || status === 503 ? RETRY_AFTER_DEFAULT : 0)
      if (wait > 0) reply.header('retry-after', Math.ceil(wait))
      return reply
        .status(status)
        .send({ error: { code: told.code, message: told.message, ...told.extra } })
    },

    answerUnreadable(error: NodeJS.ErrnoException, socket: Socket) {
      // Browsers open connections in advance and would take an answer there for that of a later request.
      if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesRead === 0) {
        return void socket.destroy()
      }
      const { status, ...told } = unreadable(error.code)
      const body = JSON.stringify({ error: told })
      socket.end(
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
      )
    },
  }
}

function unreadable(code: string | undefined): {
  status: number
  code: ErrorCode
  message: string
} {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { status: 408, code: 'invalid', message: 'The request did not arrive in time.' }
    case 'HPE_HEADER_OVERFLOW':
      return {
        status: 431,
        code: 'too_large',
        message: 'The headers are larger than the server accepts.',
      }
    default:
      return { status: 400, code: 'invalid', message: 'This is not a request that can be read.' }
  }
}

/** The words for what the HTTP layer or the database throws. */
function wordsFor(error: FastifyError | AppError): AppError {
  if (error instanceof AppError) return error
  return wordsForStatus(error) ?? wordsForDatabase(error) ?? unforeseen()
}

/** For what the HTTP layer and its plugins refuse: it is the caller's fault, and nothing to look into. */
function wordsForStatus({ statusCode, code }: FastifyError): AppError | undefined {
  if (statusCode === undefined || statusCode < 400 || statusCode >= 500) return undefined
  if (isAboutBody(code) && statusCode === 400) {
    return new AppError('invalid', 'The body is not valid JSON.')
  }
  switch (statusCode) {
    case 413:
      return new AppError('too_large', 'This is larger than the server accepts.')
    case 415:
      return new AppError('unsupported', 'Send the body as JSON.')
    case 429:
      return new AppError('rate_limited', 'Too many requests. Wait a moment and try again.')
    default:
      // A path that cannot be read, names a parameter that is too long, or leads out of the web app.
      return new AppError('not_found', 'There is nothing at this address.')
  }
}

/** Errors of the body's parser have such codes, or, thrown by JSON.parse itself, none. */
const isAboutBody = (code: string | undefined) => !code || code.startsWith('FST_ERR_CTP_')

function wordsForDatabase(error: FastifyError): AppError | undefined {
  // An id that is none, such as a mistyped address: PostgreSQL cannot read it as a UUID, or keep it at all.
  if (error.code === '22P02' || error.code === '22021') {
    return new AppError('not_found', 'This does not exist.')
  }
  if (isOfDeletedUser(error)) return accountDeleted()
  if (error.code === DISK_FULL) {
    return new AppError(
      'unavailable',
      'The database has no room left on its disk. Nothing was changed; it works again once there is room.',
      { retryAfter: 60 },
    )
  }
  if (error.code === TOOK_TOO_LONG) {
    return new AppError(
      'unavailable',
      'This took the database too long and was given up. Nothing was changed; ask for less, or try again in a moment.',
      { retryAfter: 5 },
    )
  }
  if (error.message === 'Query read timeout') {
    return new AppError(
      'unavailable',
      'The database does not answer. Try again in a moment; if you changed something, look first whether it was done.',
      { retryAfter: 5 },
    )
  }
  if (!isDatabaseDown(error)) return undefined
  return new AppError(
    'unavailable',
    'The database cannot be reached. Nothing was changed; try again in a moment.',
    { retryAfter: 5 },
  )
}

const unforeseen = () =>
  new AppError('internal', 'Something went wrong on our side. Nothing was changed.')

/** A row for a user that is gone: the account was deleted while the call was under way. */
const isOfDeletedUser = ({ code, constraint }: FastifyError & { constraint?: string }) =>
  code === '23503' && constraint?.endsWith('_user_id_fkey')

/** PostgreSQL's code when a file cannot grow. */
const DISK_FULL = '53100'

/** PostgreSQL's code for a statement that reached its time limit. */
const TOOK_TOO_LONG = '57014'

/** Connection failures and PostgreSQL's classes 08 (connection), 57P (operator intervention) and 53 (resources). */
function isDatabaseDown(error: FastifyError): boolean {
  const code = error.code ?? ''
  return (
    /^(08|57P|53)/.test(code) ||
    ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'ETIMEDOUT'].includes(code) ||
    /Connection terminated|timeout exceeded when trying to connect|ECONNREFUSED/.test(error.message)
  )
}
