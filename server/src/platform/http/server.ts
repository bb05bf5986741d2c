import type { IncomingMessage } from 'node:http'
import { fastify, LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { systemClock, type Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import { capConnections, dropSilent } from './connections.ts'
import { answerFailures } from './failures.ts'
import { trustOf } from './trust.ts'

/** Largest JSON body, in bytes: a message to 5,000 groups with topics stays far below. */
const BODY_MAX_BYTES = 1_000_000

/** How long a client may take to send its request, in milliseconds. */
const REQUEST_TIMEOUT_MS = 60_000

/** How long it may take for the headers alone, from the moment it connects, in milliseconds. */
const HEADERS_TIMEOUT_MS = 15_000

/** How many milliseconds a connection may be silent during an answer, for example because the client does not read. */
const SILENT_TIMEOUT_MS = 120_000

/** How often connections are held against these two, in milliseconds. */
const TIMEOUTS_CHECKED_MS = 5_000

/** The HTTP server with our answers for everything that goes wrong; it does not listen yet. */
export function createHttp(
  config: Config,
  log: Log,
  clock: Pick<Clock, 'steadyMs'> = systemClock,
): FastifyInstance {
  const logger: FastifyBaseLogger = log
  const { answer, answerUnreadable } = answerFailures(config, log, clock)
  const http: FastifyInstance = fastify({
    loggerInstance: logger,
    // One line a request would bury what matters; failures are logged where they happen.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_MAX_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: SILENT_TIMEOUT_MS,
    routerOptions: { maxParamLength: 200 },
    trustProxy: trustOf(config.trustProxy),
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUTS_CHECKED_MS,
      shouldUpgradeCallback: (request) =>
        http.server.listenerCount('upgrade') > 0 && isLive(request),
    },
    frameworkErrors: (error, request, reply) => void answer(error, request, reply),
    clientErrorHandler: answerUnreadable,
  })
  http.setErrorHandler(answer)
  capConnections(http, config)
  dropSilent(http)
  return http
}

/**
 * Whether a request asks for a live connection, the only upgrade there is. Any other `Upgrade` is an
 * offer that a server may pass over: the request is answered as if it were not there.
 */
const isLive = ({ url, headers }: IncomingMessage) =>
  headers.upgrade?.toLowerCase() === 'websocket' && /^\/socket\.io\/?(\?|$)/.test(url ?? '')
