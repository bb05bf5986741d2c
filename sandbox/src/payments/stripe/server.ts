import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { faults } from '../faults.ts'
import { letters } from '../billing.ts'
import type { Payments } from '../payments.ts'
import { checkoutRoutes } from './checkout-routes.ts'
import { customerRoutes } from './customer-routes.ts'
import { API_VERSION } from './events.ts'
import { parseForm } from './form.ts'
import { idempotency } from './idempotency.ts'
import { badRequest, StripeRefusal } from './refusal.ts'
import { subscriptionRoutes } from './subscription-routes.ts'

/** Stripe's API over the payments: as strict as the real one, and refusing in its shapes. */
export function stripeApi(app: FastifyInstance, payments: Payments, base: () => string): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_, text, done) => {
      try {
        done(null, parseForm(String(text)))
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)))
      }
    },
  )
  faults(app, payments, {
    flood: (reply) =>
      reply.send({
        error: { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests.' },
      }),
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('request-id', `req_${letters(14)}`)
    admit(request, payments)
  })
  app.addHook('preHandler', async () => payments.runDue())
  idempotency(app, payments)
  app.setErrorHandler((error, request, reply) => refuse(error, request, reply, payments))
  app.setNotFoundHandler(({ method, url }, reply) => {
    const { error } = badRequest(`Unrecognized request URL (${method}: ${url}).`)
    return reply.code(404).send({ error })
  })

  checkoutRoutes(app, payments, base)
  customerRoutes(app, payments, base)
  subscriptionRoutes(app, payments)
}

function admit({ headers, method, url }: FastifyRequest, { keys, violations, world }: Payments) {
  if (headers.authorization !== `Bearer ${keys.stripe.secretKey}`) {
    throw badRequest('Invalid API Key provided: sk_test_****', {}, 401)
  }
  if (headers['stripe-version'] !== API_VERSION) {
    const detail = `Stripe-Version is ${String(headers['stripe-version'])}, not ${API_VERSION}`
    violations.add({ at: world.now(), kind: 'parameter', method: `${method} ${url}`, detail })
  }
}

function refuse(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { violations, world }: Payments,
) {
  if (!(error instanceof StripeRefusal)) {
    const message = error instanceof Error ? error.message : String(error)
    return reply.code(500).send({ error: { type: 'api_error', message } })
  }
  if (error.status === 400) {
    const method = `${request.method} ${request.url}`
    violations.add({ at: world.now(), kind: 'parameter', method, detail: error.message })
  }
  return reply.code(error.status).send({ error: error.error })
}
