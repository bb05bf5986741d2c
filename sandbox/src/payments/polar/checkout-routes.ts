import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { openCheckout } from '../checkouts.ts'
import { customerWith } from '../customers.ts'
import type { Payments } from '../payments.ts'
import { checkoutJson } from './present.ts'
import { badValue, idIn, notFound, parse } from './refusal.ts'
import { MetadataInput } from './metadata.ts'

const WebAddress = z.url({ protocol: /^https?$/ })

/** The fields of Polar's own that a seller of one plan may use; its others are refused here. */
const NewCheckout = z.strictObject({
  products: z.array(z.uuid()).min(1),
  customer_id: z.uuid().nullish(),
  external_customer_id: z.string().min(1).nullish(),
  customer_email: z.email().nullish(),
  customer_ip_address: z.union([z.ipv4(), z.ipv6()]).nullish(),
  success_url: WebAddress.nullish(),
  return_url: WebAddress.nullish(),
  allow_discount_codes: z.boolean().optional(),
  metadata: MetadataInput.optional(),
})

export function checkoutRoutes(app: FastifyInstance, payments: Payments, base: () => string): void {
  app.post('/v1/checkouts/', (request, reply) => {
    const body = parse(NewCheckout, request.body, 'body')
    const { polar } = payments.keys
    for (const [index, product] of body.products.entries()) {
      if (product === polar.productId) continue
      throw badValue(['body', 'products', index], 'Product does not exist.', product)
    }
    const customer = customerOf(payments, body)
    const metadata = body.metadata ?? {}
    const checkout = openCheckout(payments, {
      provider: 'polar',
      customerId: customer?.id ?? null,
      userId: customer?.userId ?? body.external_customer_id ?? null,
      email: customer?.email ?? body.customer_email ?? null,
      successUrl: successUrlOf(body.success_url),
      cancelUrl: body.return_url ?? null,
      metadata,
      subscriptionMetadata: metadata,
    })
    return reply.code(201).send(checkoutJson(payments, checkout, base()))
  })
  app.get('/v1/checkouts/:id', ({ params }) => {
    const checkout = payments.state.checkouts.get(idIn(params))
    if (checkout?.provider !== 'polar') throw notFound()
    return checkoutJson(payments, checkout, base())
  })
}

type Named = {
  customer_id?: string | null | undefined
  external_customer_id?: string | null | undefined
}

function customerOf(payments: Payments, { customer_id: id, external_customer_id: userId }: Named) {
  if (id) {
    const customer = customerWith(payments, 'polar', { id })
    if (!customer) throw badValue(['body', 'customer_id'], 'Customer does not exist.', id)
    return customer
  }
  return userId ? customerWith(payments, 'polar', { userId }) : undefined
}

/** The sandbox leads back to this machine only. */
function successUrlOf(url: string | null | undefined): string {
  if (!url) {
    throw badValue(['body', 'success_url'], 'The sandbox needs to know where to lead back.', url)
  }
  return url
}
