import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Checkout } from '../../world/payments/model.ts'
import { expire, openCheckout } from '../checkouts.ts'
import { customerWith } from '../customers.ts'
import type { Payments } from '../payments.ts'
import { Metadata, Text, WebAddress } from './parameters.ts'
import { checkoutJson, subscriptionJson } from './present.ts'
import { badRequest, missing, parse } from './refusal.ts'

/** The parameters of Stripe's own that a seller of one plan may use; its others are refused here. */
const NewSession = z.strictObject({
  mode: z.literal('subscription'),
  customer: Text,
  client_reference_id: Text.max(200).optional(),
  line_items: z.strictObject({
    0: z.strictObject({ price: Text, quantity: z.literal('1') }),
  }),
  success_url: WebAddress,
  cancel_url: WebAddress.optional(),
  metadata: Metadata.optional(),
  subscription_data: z.strictObject({ metadata: Metadata.optional() }).optional(),
})

const Expanded = z.strictObject({
  'expand[0]': z.literal('subscription').optional(),
})
const Query = z.strictObject({
  customer: Text,
  status: z.literal('open'),
  limit: z.coerce.number().int().min(1).max(100).default(10),
})

export function checkoutRoutes(app: FastifyInstance, payments: Payments, base: () => string): void {
  app.post('/checkout/sessions', ({ body }) => {
    const given = parse(NewSession, body ?? {})
    const { price } = given.line_items[0]
    if (price !== payments.keys.stripe.priceId) {
      throw missing('price', price, 'line_items[0][price]', 400)
    }
    const customer = customerWith(payments, 'stripe', { id: given.customer })
    if (!customer) throw missing('customer', given.customer, 'customer', 400)
    const checkout = openCheckout(payments, {
      provider: 'stripe',
      customerId: customer.id,
      userId: given.client_reference_id ?? null,
      email: customer.email,
      successUrl: given.success_url,
      cancelUrl: given.cancel_url ?? null,
      metadata: given.metadata ?? {},
      subscriptionMetadata: given.subscription_data?.metadata ?? {},
    })
    return checkoutJson(checkout, base())
  })
  const withId = (params: unknown) => {
    const { id } = parse(z.object({ id: z.string() }), params)
    const checkout = payments.state.checkouts.get(id)
    if (checkout?.provider !== 'stripe') throw missing('checkout.session', id)
    return checkout
  }
  app.get('/checkout/sessions/:id', ({ params, query }) => {
    const { 'expand[0]': expand } = parse(Expanded, query)
    const checkout = withId(params)
    const json = checkoutJson(checkout, base())
    return expand ? { ...json, subscription: subscriptionOf(payments, checkout) } : json
  })
  app.get('/checkout/sessions', ({ query }) => {
    const { customer, status, limit } = parse(Query, query)
    const all = [...payments.state.checkouts.values()].filter(
      (one) => one.provider === 'stripe' && one.customerId === customer && one.status === status,
    )
    const data = all.slice(0, limit).map((one) => checkoutJson(one, base()))
    return { object: 'list', url: '/v1/checkout/sessions', has_more: all.length > limit, data }
  })
  app.post('/checkout/sessions/:id/expire', ({ params }) => {
    const { id, status } = withId(params)
    if (status !== 'open') {
      throw badRequest(`Only Checkout Sessions with a status in ["open"] can be expired.`)
    }
    return checkoutJson(expire(payments, id), base())
  })
}

/** The subscription in an expanded session; it has expired if the bank refused the payment. */
function subscriptionOf(payments: Payments, { status, subscriptionId }: Checkout) {
  const known = subscriptionId && payments.state.subscriptions.get(subscriptionId)
  if (known) return subscriptionJson(payments, known)
  if (status === 'confirmed') return { object: 'subscription', status: 'incomplete' }
  if (status === 'failed') return { object: 'subscription', status: 'incomplete_expired' }
  return null
}
