import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { openCheckout } from '../checkouts.ts'
import { customerWith } from '../customers.ts'
import type { Payments } from '../payments.ts'
import { Metadata, Text, WebAddress } from './parameters.ts'
import { checkoutJson } from './present.ts'
import { missing, parse } from './refusal.ts'

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
  app.get('/checkout/sessions/:id', ({ params }) => {
    const { id } = parse(z.object({ id: z.string() }), params)
    const checkout = payments.state.checkouts.get(id)
    if (checkout?.provider !== 'stripe') throw missing('checkout.session', id)
    return checkoutJson(checkout, base())
  })
}
