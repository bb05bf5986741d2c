import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Subscription } from '../../world/payments/model.ts'
import type { Payments } from '../payments.ts'
import { cancel, end, isRunning, resume } from '../subscriptions.ts'
import { subscriptionJson } from './present.ts'
import { badValue, idIn, notFound, parse, PolarRefusal } from './refusal.ts'

const several = <T extends z.ZodType>(schema: T) =>
  z.union([schema, z.array(schema)]).transform((given) => (Array.isArray(given) ? given : [given]))

const statuses = ['active', 'past_due', 'canceled', 'trialing', 'incomplete', 'unpaid'] as const

const Query = z.strictObject({
  customer_id: several(z.uuid()).optional(),
  external_customer_id: several(z.string().min(1)).optional(),
  product_id: several(z.uuid()).optional(),
  status: several(z.enum(statuses)).optional(),
  active: z.enum(['true', 'false']).optional(),
  page: z.coerce.number().int().min(1).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(10),
  sorting: several(z.enum(['started_at', '-started_at'])).optional(),
})

const Change = z.union([
  z.strictObject({ cancel_at_period_end: z.boolean() }),
  z.strictObject({ revoke: z.literal(true) }),
  z.strictObject({
    product_id: z.uuid(),
    proration_behavior: z.enum(['invoice', 'prorate', 'next_period', 'reset']).nullish(),
  }),
])

export function subscriptionRoutes(app: FastifyInstance, payments: Payments): void {
  app.get('/v1/subscriptions/', ({ query }) => {
    const wanted = parse(Query, query, 'query')
    const all = [...payments.state.subscriptions.values()]
      .filter((one) => one.provider === 'polar' && fits(payments, one, wanted))
      .toSorted((a, b) => b.startedAt - a.startedAt)
    const from = (wanted.page - 1) * wanted.limit
    return {
      items: all.slice(from, from + wanted.limit).map((one) => subscriptionJson(payments, one)),
      pagination: { total_count: all.length, max_page: Math.ceil(all.length / wanted.limit) },
    }
  })
  app.get('/v1/subscriptions/:id', ({ params }) =>
    subscriptionJson(payments, oneWith(payments, params)),
  )
  app.patch('/v1/subscriptions/:id', ({ params, body }) => {
    const { id, ...subscription } = oneWith(payments, params)
    const change = parse(Change, body, 'body')
    if (!isRunning({ id, ...subscription })) throw alreadyCanceled()
    if ('revoke' in change) end(payments, id)
    else if ('product_id' in change) changeProduct(payments, subscription, change.product_id)
    else if (change.cancel_at_period_end) {
      if (!cancel(payments, id)) throw alreadyCanceled()
    } else if (!resume(payments, id)) throw notCanceled()
    return subscriptionJson(payments, oneWith(payments, params))
  })
  app.delete('/v1/subscriptions/:id', ({ params }) => {
    const subscription = oneWith(payments, params)
    if (!isRunning(subscription)) throw alreadyCanceled()
    end(payments, subscription.id)
    return subscriptionJson(payments, oneWith(payments, params))
  })
}

const alreadyCanceled = () =>
  new PolarRefusal(403, {
    error: 'AlreadyCanceledSubscription',
    detail: 'This subscription is already canceled or will be at the end of the period.',
  })

const notCanceled = () =>
  new PolarRefusal(409, {
    error: 'SubscriptionNotScheduledToCancel',
    detail: 'This subscription is not scheduled to be canceled, so it cannot be uncanceled.',
  })

function oneWith({ state }: Payments, params: unknown): Subscription {
  const subscription = state.subscriptions.get(idIn(params))
  if (subscription?.provider !== 'polar') throw notFound()
  return subscription
}

function fits(
  { state, keys }: Payments,
  subscription: Subscription,
  { customer_id: ids, external_customer_id: userIds, ...wanted }: z.output<typeof Query>,
): boolean {
  const userId = state.customers.get(subscription.customerId)?.userId ?? ''
  return (
    (!ids || ids.includes(subscription.customerId)) &&
    (!userIds || userIds.includes(userId)) &&
    (!wanted.product_id || wanted.product_id.includes(keys.polar.productId)) &&
    (!wanted.status || wanted.status.includes(subscription.status)) &&
    (!wanted.active || (wanted.active === 'true') === (subscription.status === 'active'))
  )
}

/** There is one product, so that a change to it changes nothing. */
function changeProduct(
  { keys }: Payments,
  { cancelAtPeriodEnd }: Pick<Subscription, 'cancelAtPeriodEnd'>,
  productId: string,
): void {
  if (cancelAtPeriodEnd) throw alreadyCanceled()
  if (productId === keys.polar.productId) return
  throw badValue(['body', 'product_id'], 'Product does not exist.', productId)
}
