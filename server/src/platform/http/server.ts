import type { Socket } from 'node:net'
import { errorStatus } from '@carillon/contract/errors'
import {
  fastify,
  LogController,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyServerOptions,
} from 'fastify'
import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'
import type { Log } from '../log.ts'
import type { TrustProxy } from '../setting-readers.ts'

/** Largest JSON body, in bytes: a message to 5,000 groups with topics stays far below. */
const BODY_MAX_BYTES = 1_000_000

/** How long a client may take to send its request, in milliseconds. */
const REQUEST_TIMEOUT_MS = 60_000

/** The HTTP server with our answers for everything that goes wrong; it does not listen yet. */
export function createHttp(config: Config, log: Log): FastifyInstance {
  const logger: FastifyBaseLogger = log
  const http = fastify({
    loggerInstance: logger,
    // One line a request would bury what matters; failures are logged where they happen.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_MAX_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    routerOptions: { maxParamLength: 200 },
    trustProxy: trustOf(config.trustProxy),
  })

  http.setErrorHandler((error: FastifyError | AppError, request, reply) => {
    const told = error instanceof AppError ? error : tell(error)
    if (told.code === 'internal') {
      // The path only: a query may hold what people typed.
      const path = request.url.split('?')[0]
      log.error(
        { method: request.method, path, reason: error.message, stack: error.stack },
        'A call failed.',
      )
    }
    if (told.retryAfter !== undefined) reply.header('retry-after', Math.ceil(told.retryAfter))
    return reply
      .status(errorStatus[told.code])
      .send({ error: { code: told.code, message: told.message, ...told.extra } })
  })

  dropSilent(http)
  return http
}

/**
 * Browsers open connections in advance. Node takes one that has not asked for anything yet for busy, and
 * closing would wait for it longer than a stop may take.
 */
function dropSilent(http: FastifyInstance): void {
  const open = new Set<Socket>()
  let closing = false
  http.server.on('connection', (socket: Socket) => {
    if (closing) return void socket.destroy()
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  http.addHook('preClose', async () => {
    closing = true
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
  })
}

/** The words for what the HTTP layer or the database throws. */
function tell(error: FastifyError): AppError {
  switch (error.statusCode) {
    case 413:
      return new AppError('too_large', 'This is larger than the server accepts.')
    case 415:
      return new AppError('unsupported', 'Send the body as JSON.')
    case 429:
      return new AppError('rate_limited', 'Too many requests. Wait a moment and try again.')
    case 400:
      return new AppError('invalid', 'The body is not valid JSON.')
    default:
      // An id that is none, such as a mistyped address: PostgreSQL cannot read it as a UUID.
      if (error.code === '22P02') return new AppError('not_found', 'This does not exist.')
      if (error.code === DISK_FULL) {
        return new AppError(
          'unavailable',
          'The database has no room left on its disk. Nothing was changed; it works again once there is room.',
          { retryAfter: 60 },
        )
      }
      return isDatabaseDown(error)
        ? new AppError(
            'unavailable',
            'The database cannot be reached. Nothing was changed; try again in a moment.',
            { retryAfter: 5 },
          )
        : new AppError('internal', 'Something went wrong on our side. Nothing was changed.')
  }
}

/** PostgreSQL's code when a file cannot grow. */
const DISK_FULL = '53100'

/** Connection failures and PostgreSQL's classes 08 (connection), 57P (operator intervention) and 53 (resources). */
function isDatabaseDown(error: FastifyError): boolean {
  const code = error.code ?? ''
  return (
    /^(08|57P|53)/.test(code) ||
    ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'ETIMEDOUT'].includes(code) ||
    /Connection terminated|timeout exceeded when trying to connect|ECONNREFUSED/.test(error.message)
  )
}

/**
 * The framework asks about each address on the way, the nearest first, until one is not trusted. A plain
 * number it takes for nobody, since it does not tell who may connect directly; the operator's manual says
 * that then only the proxies may.
 */
function trustOf(setting: TrustProxy): NonNullable<FastifyServerOptions['trustProxy']> {
  if (typeof setting === 'number') return (_address, hop) => hop < setting
  return setting === false ? false : [...setting]
}
