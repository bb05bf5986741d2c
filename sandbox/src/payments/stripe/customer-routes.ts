import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import {
  changeCustomer,
  createCustomer,
  customerWith,
  deleteCustomer,
  openPortal,
} from '../customers.ts'
import type { Payments } from '../payments.ts'
import { Metadata, Text, WebAddress } from './parameters.ts'
import { customerJson, portalJson } from './present.ts'
import { missing, parse } from './refusal.ts'

const NewCustomer = z.strictObject({
  email: z.email().optional(),
  name: Text.max(256).optional(),
  metadata: Metadata.optional(),
})
const Change = z.strictObject({ email: z.email() })
const NewPortal = z.strictObject({ customer: Text, return_url: WebAddress.optional() })
const Query = z.strictObject({
  email: Text.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(10),
})
const Id = z.object({ id: z.string() })

export function customerRoutes(app: FastifyInstance, payments: Payments, base: () => string): void {
  app.post('/customers', ({ body }) => {
    const { email = null, metadata = {} } = parse(NewCustomer, body ?? {})
    const userId = metadata['user_id'] ?? null
    const customer = createCustomer(payments, { provider: 'stripe', userId, email, metadata })
    return customerJson(customer)
  })
  app.get('/customers', ({ query }) => {
    const { email, limit } = parse(Query, query)
    const all = [...payments.state.customers.values()].filter(
      (one) =>
        one.provider === 'stripe' &&
        one.deletedAt === null &&
        (email === undefined || one.email === email),
    )
    const data = all.toReversed().slice(0, limit).map(customerJson)
    return { object: 'list', url: '/v1/customers', has_more: all.length > limit, data }
  })
  app.get('/customers/:id', ({ params }) => {
    const { id } = parse(Id, params)
    const customer = payments.state.customers.get(id)
    if (customer?.provider !== 'stripe') throw missing('customer', id)
    if (customer.deletedAt !== null) return { id, object: 'customer', deleted: true }
    return customerJson(customer)
  })
  app.post('/customers/:id', ({ params, body }) => {
    const { id } = parse(Id, params)
    const customer = customerWith(payments, 'stripe', { id })
    if (!customer) throw missing('customer', id)
    return customerJson(changeCustomer(payments, customer, parse(Change, body ?? {})))
  })
  app.delete('/customers/:id', ({ params }) => {
    const { id } = parse(Id, params)
    const customer = customerWith(payments, 'stripe', { id })
    if (!customer) throw missing('customer', id)
    deleteCustomer(payments, customer)
    return { id, object: 'customer', deleted: true }
  })
  app.post('/billing_portal/sessions', ({ body }) => {
    const { customer: id, return_url: returnUrl = null } = parse(NewPortal, body ?? {})
    const customer = customerWith(payments, 'stripe', { id })
    if (!customer) throw missing('customer', id, 'customer', 400)
    return portalJson(openPortal(payments, customer, returnUrl), base())
  })
}
