import type { FastifyInstance } from 'fastify'
import { paymentPages } from './pages/routes.ts'
import type { Payments } from './payments.ts'
import { polarApi } from './polar/server.ts'
import { stripeApi } from './stripe/server.ts'

/** The pages where people pay, and the wires of both providers. Stripe's SDK knows no path before `/v1`. */
export async function paymentRoutes(
  app: FastifyInstance,
  payments: Payments,
  base: () => string,
): Promise<void> {
  await app.register(async (pages) => paymentPages(pages, payments), { prefix: '/sandbox/pay' })
  await app.register(async (polar) => polarApi(polar, payments, base), { prefix: '/polar' })
  await app.register(async (stripe) => stripeApi(stripe, payments, base), { prefix: '/v1' })
}
