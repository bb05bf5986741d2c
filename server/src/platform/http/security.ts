import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'

/** Calls of one address within a minute: far above a busy person with several tabs, far below a flood. */
const CALLS_PER_MINUTE = 1_200

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
        ...(https ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    hsts: https,
  })
  await http.register(rateLimit, {
    global: true,
    max: CALLS_PER_MINUTE,
    timeWindow: 60_000,
    // The built app is files with long names: a page load must not eat the budget of its calls.
    allowList: (request) => !request.url.startsWith('/api/'),
    errorResponseBuilder: (_request, { ttl }) =>
      new AppError(
        'rate_limited',
        `Too many requests. Try again in ${Math.ceil(ttl / 1_000)} seconds.`,
        {
          retryAfter: ttl / 1_000,
        },
      ),
  })
}
