import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { minutes, seconds } from '../clock.ts'
import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'
import type { LimitName } from '../server-limits.ts'
import { ipNetworkOf } from './ip-network.ts'

/** Networks counted at once; one costs some 200 bytes. Of more, those that called longest ago are forgotten. */
const NETWORKS_MAX = 20_000

/** Browser features that our pages do not use. They are switched off, so that an injected script cannot use them. */
const PERMISSIONS = ['camera', 'geolocation', 'microphone', 'payment', 'usb']
  .map((feature) => `${feature}=()`)
  .join(', ')

/** The headers and limits that every answer and every caller gets. */
export async function protect(http: FastifyInstance, config: Config): Promise<void> {
  const https = config.publicUrl.startsWith('https:')
  await http.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'self'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
        scriptSrc: ["'self'"],
        // Scroll areas bring a style element of their own.
        styleSrc: ["'self'", "'unsafe-inline'"],
        // Profile photos may live anywhere on https.
        imgSrc: ["'self'", 'data:', 'blob:', 'https:'],
        // A video is opened on the device, before it is uploaded.
        mediaSrc: ["'self'", 'blob:'],
        ...(https ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    // The pages of the sandbox, on this machine alone, are opened from here and lead back into the tab that is there.
    crossOriginOpenerPolicy: {
      policy: config.sandbox ? 'same-origin-allow-popups' : 'same-origin',
    },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    hsts: https,
  })
  http.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', PERMISSIONS)
  })
  await limitNetworks(http, config)
}

/** Counts the calls of each network: those of the API, of the identity service, of monitors and for files apart. */
async function limitNetworks(http: FastifyInstance, { limits }: Config): Promise<void> {
  await http.register(rateLimit, {
    global: true,
    timeWindow: minutes(1),
    cache: NETWORKS_MAX,
    allowList: (request) => budgetOf(request) === undefined,
    keyGenerator: (request) => `${budgetOf(request)} ${ipNetworkOf(request.ip)}`,
    max: (request) => limits[budgetOf(request) ?? 'networkRequestsPerMinute'],
    errorResponseBuilder: (_request, { ttl }) => tooMany(ttl),
  })
  const limit = http.rateLimit()
  http.addHook('onRequest', async (request, reply) => {
    // The library counts at routes, and no route answers these.
    if (request.is404) await limit.call(http, request, reply)
  })
}

const FILES = /^\/(assets|media)\//

/**
 * What limits a request, by the route that answers it: an address can be spelled in many ways. Webhooks
 * count what they refuse, and nothing limits `/healthz`.
 */
function budgetOf({ routeOptions: { url = '' } }: FastifyRequest): LimitName | undefined {
  if (url.startsWith('/api/auth/')) return 'authRequestsPerMinute'
  if (url.startsWith('/api/')) return 'networkRequestsPerMinute'
  if (url === '' || url === '/*' || FILES.test(url)) return 'filesPerMinute'
  return url === '/readyz' ? 'probesPerMinute' : undefined
}

/**
 * Counts by network what a route refuses. `check` throws `rate_limited` for a network from which too much
 * was refused within a minute; `count` counts one more.
 */
export function limitRefusals(http: FastifyInstance, max: number) {
  const refusals = http.createRateLimit({
    max,
    timeWindow: minutes(1),
    allowList: [],
    keyGenerator: (request) => ipNetworkOf(request.ip),
  })
  return {
    async check(request: FastifyRequest): Promise<void> {
      const found = await refusals(request, { increment: false })
      if (!found.isAllowed && found.remaining === 0) throw tooMany(found.ttl)
    },
    async count(request: FastifyRequest): Promise<void> {
      await refusals(request)
    },
  }
}

function tooMany(waitMs: number): AppError {
  const wait = Math.max(1, Math.ceil(waitMs / seconds(1)))
  return new AppError('rate_limited', `Too many requests. Try again in ${wait} seconds.`, {
    retryAfter: wait,
  })
}
