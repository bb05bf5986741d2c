import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Customer } from '../../world/payments/model.ts'
import {
  changeCustomer,
  createCustomer,
  customerWith,
  deleteCustomer,
  openPortal,
} from '../customers.ts'
import type { Payments } from '../payments.ts'
import { runningOf } from '../subscriptions.ts'
import { MetadataInput } from './metadata.ts'
import { customerJson, portalJson, subscriptionJson } from './present.ts'
import { badValue, idIn, notFound, parse } from './refusal.ts'

const NewCustomer = z.strictObject({
  email: z.email(),
  external_id: z.string().min(1).nullish(),
  name: z.string().max(256).nullish(),
  type: z.literal('individual').optional(),
  metadata: MetadataInput.optional(),
})

const Change = z.strictObject({ email: z.email() })

const NewSession = z
  .strictObject({
    customer_id: z.uuid().optional(),
    external_customer_id: z.string().min(1).optional(),
    return_url: z.url({ protocol: /^https?$/ }).nullish(),
  })
  .refine(
    ({ customer_id: id, external_customer_id: userId }) =>
      (id === undefined) !== (userId === undefined),
    'Name the customer by one of the two ids.',
  )

const External = z.object({ external_id: z.string().min(1) })
const Deletion = z.strictObject({ anonymize: z.enum(['true', 'false']).optional() })

export function customerRoutes(app: FastifyInstance, payments: Payments, base: () => string): void {
  const found = (customer: Customer | undefined): Customer => {
    if (!customer) throw notFound()
    return customer
  }
  const withId = (params: unknown) => found(customerWith(payments, 'polar', { id: idIn(params) }))
  const withUserId = (params: unknown) =>
    found(customerWith(payments, 'polar', { userId: parse(External, params, 'path').external_id }))

  app.post('/v1/customers/', (request, reply) => {
    const body = parse(NewCustomer, request.body, 'body')
    const { email, external_id: userId = null, metadata = {} } = body
    if (userId && customerWith(payments, 'polar', { userId })) {
      const words = 'A customer with this external ID already exists.'
      throw badValue(['body', 'external_id'], words, userId)
    }
    if (customerWith(payments, 'polar', { email })) {
      throw badValue(['body', 'email'], 'A customer with this email address already exists.', email)
    }
    const customer = createCustomer(payments, { provider: 'polar', userId, email, metadata })
    return reply.code(201).send(customerJson(payments, customer))
  })

  app.get('/v1/customers/:id', ({ params }) => customerJson(payments, withId(params)))
  app.get('/v1/customers/external/:external_id', ({ params }) =>
    customerJson(payments, withUserId(params)),
  )
  app.get('/v1/customers/:id/state', ({ params }) => stateJson(payments, withId(params)))
  app.get('/v1/customers/external/:external_id/state', ({ params }) =>
    stateJson(payments, withUserId(params)),
  )
  app.patch('/v1/customers/:id', ({ params, body }) => {
    const customer = withId(params)
    const { email } = parse(Change, body, 'body')
    const other = customerWith(payments, 'polar', { email })
    if (other && other.id !== customer.id) {
      throw badValue(['body', 'email'], 'A customer with this email address already exists.', email)
    }
    return customerJson(payments, changeCustomer(payments, customer, { email }))
  })
  app.delete('/v1/customers/:id', ({ params, query }, reply) => {
    parse(Deletion, query, 'query')
    deleteCustomer(payments, withId(params))
    return reply.code(204).send()
  })
  app.delete('/v1/customers/external/:external_id', ({ params, query }, reply) => {
    parse(Deletion, query, 'query')
    deleteCustomer(payments, withUserId(params))
    return reply.code(204).send()
  })

  app.post('/v1/customer-sessions/', (request, reply) => {
    const body = parse(NewSession, request.body, 'body')
    const { customer_id: id, external_customer_id: userId } = body
    const customer = customerWith(payments, 'polar', id ? { id } : { userId: userId ?? null })
    if (!customer) {
      const field = id ? 'customer_id' : 'external_customer_id'
      throw badValue(['body', field], 'Customer does not exist.', id ?? userId)
    }
    const session = openPortal(payments, customer, body.return_url ?? null)
    return reply.code(201).send(portalJson(payments, session, customer, base()))
  })
}

function stateJson(payments: Payments, customer: Customer) {
  const running = runningOf(payments, customer.id).filter(({ status }) => status === 'active')
  return {
    ...customerJson(payments, customer),
    active_subscriptions: running.map((one) => subscriptionJson(payments, one)),
    granted_benefits: [],
    active_meters: [],
  }
}
