import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Payments } from '../payments.ts'
import { faults } from '../faults.ts'
import { checkoutRoutes } from './checkout-routes.ts'
import { customerRoutes } from './customer-routes.ts'
import { PolarRefusal } from './refusal.ts'
import { subscriptionRoutes } from './subscription-routes.ts'

/** The dated version that the SDK speaks; another one may name things differently. */
const VERSION = '2026-10'

/** Polar's API over the payments: as strict as the real one, and refusing in its shapes. */
export function polarApi(app: FastifyInstance, payments: Payments, base: () => string): void {
  // Also the empty body of a DELETE, which the SDK labels as JSON.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_, text, done) => {
    try {
      done(null, text === '' ? undefined : JSON.parse(String(text)))
    } catch {
      done(new PolarRefusal(422, { detail: [jsonProblem] }))
    }
  })
  faults(app, payments, { flood: (reply) => reply.send({ detail: 'Rate limit exceeded' }) })
  app.addHook('onRequest', async (request) => admit(request, payments))
  app.addHook('preHandler', async () => payments.runDue())
  app.setErrorHandler((error, request, reply) => refuse(error, request, reply, payments))
  app.setNotFoundHandler((_, reply) => reply.code(404).send({ detail: 'Not Found' }))

  checkoutRoutes(app, payments, base)
  customerRoutes(app, payments, base)
  subscriptionRoutes(app, payments)
}

const jsonProblem = { type: 'json_invalid', loc: ['body'], msg: 'JSON decode error', input: {} }

function admit({ headers, method, url }: FastifyRequest, { keys, violations, world }: Payments) {
  if (headers.authorization !== `Bearer ${keys.polar.accessToken}`) {
    throw new PolarRefusal(401, {
      error: 'invalid_token',
      error_description:
        'The access token provided is expired, revoked, malformed, or invalid for other reasons.',
    })
  }
  if (headers['polar-version'] !== VERSION) {
    const detail = `Polar-Version is ${String(headers['polar-version'])}, not ${VERSION}`
    violations.add({ at: world.now(), kind: 'parameter', method: `${method} ${url}`, detail })
  }
}

function refuse(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { violations, world }: Payments,
) {
  if (!(error instanceof PolarRefusal)) {
    const detail = error instanceof Error ? error.message : String(error)
    return reply.code(500).send({ detail: `Internal Server Error: ${detail}` })
  }
  if (error.status === 422) {
    const method = `${request.method} ${request.url}`
    const detail = JSON.stringify(error.body)
    violations.add({ at: world.now(), kind: 'parameter', method, detail })
  }
  return reply.code(error.status).send(error.body)
}
