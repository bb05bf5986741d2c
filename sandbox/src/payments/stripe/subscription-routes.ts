import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Subscription } from '../../world/payments/model.ts'
import type { Payments } from '../payments.ts'
import { cancel, end, isRunning, resume } from '../subscriptions.ts'
import { Flag, Text } from './parameters.ts'
import { priceJson, replacedPrice, subscriptionJson } from './present.ts'
import { badRequest, missing, parse } from './refusal.ts'

const Query = z.strictObject({
  customer: Text.optional(),
  status: z
    .enum(['all', 'active', 'past_due', 'canceled', 'trialing', 'unpaid', 'incomplete', 'paused'])
    .optional(),
  limit: z.coerce.number().int().min(1).max(100).default(10),
})
const Change = z.strictObject({
  cancel_at_period_end: Flag.optional(),
  // Empty takes an end back that was set to a date.
  cancel_at: z.literal('').optional(),
  proration_behavior: z.enum(['none', 'create_prorations', 'always_invoice']).optional(),
})
const Ending = z.strictObject({ invoice_now: Flag.optional(), prorate: Flag.optional() })

export function subscriptionRoutes(app: FastifyInstance, payments: Payments): void {
  app.get('/subscriptions', ({ query }) => {
    const { customer, status, limit } = parse(Query, query)
    if (customer && payments.state.customers.get(customer)?.provider !== 'stripe') {
      throw missing('customer', customer, 'customer', 400)
    }
    const all = [...payments.state.subscriptions.values()]
      .filter((one) => one.provider === 'stripe')
      .filter((one) => !customer || one.customerId === customer)
      // Unless it is asked for all, Stripe leaves out what has ended.
      .filter((one) => status === 'all' || (status ? one.status === status : isRunning(one)))
      .toReversed()
    const data = all.slice(0, limit).map((one) => subscriptionJson(payments, one))
    return { object: 'list', url: '/v1/subscriptions', has_more: all.length > limit, data }
  })
  app.get('/prices/:id', ({ params }) => {
    const { id } = parse(z.object({ id: z.string() }), params)
    const known = [payments.keys.stripe.priceId, replacedPrice(payments.keys)]
    if (!known.includes(id)) throw missing('price', id)
    return priceJson(payments.keys, id)
  })
  app.get('/subscriptions/:id', ({ params }) =>
    subscriptionJson(payments, oneWith(payments, params)),
  )
  app.post('/subscriptions/:id', ({ params, body }) => {
    const subscription = oneWith(payments, params)
    const change = parse(Change, body ?? {})
    if (!isRunning(subscription)) {
      throw badRequest(
        'A canceled subscription can only update its cancellation_details and metadata.',
      )
    }
    if (change.cancel_at_period_end === true) cancel(payments, subscription.id)
    if (change.cancel_at_period_end === false || change.cancel_at === '') {
      resume(payments, subscription.id)
    }
    return subscriptionJson(payments, oneWith(payments, params))
  })
  app.delete('/subscriptions/:id', ({ params, query, body }) => {
    const subscription = oneWith(payments, params)
    parse(Ending, body ?? query)
    // Stripe no longer finds a subscription that has ended.
    if (!isRunning(subscription)) throw missing('subscription', subscription.id)
    end(payments, subscription.id)
    return subscriptionJson(payments, oneWith(payments, params))
  })
}

function oneWith({ state }: Payments, params: unknown): Subscription {
  const { id } = parse(z.object({ id: z.string() }), params)
  const subscription = state.subscriptions.get(id)
  if (subscription?.provider !== 'stripe') throw missing('subscription', id)
  return subscription
}
