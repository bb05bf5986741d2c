import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { idIn, read } from '../../control/read.ts'
import { sendPage } from '../../http/page.ts'
import type { Checkout, Customer, PortalSession } from '../../world/payments/model.ts'
import { ControlRefusal } from '../../world/world.ts'
import {
  CheckoutAct,
  SubscriptionAct,
  actOnCheckout,
  actOnSubscription,
  moveClock,
} from '../acts.ts'
import { checkoutWithSecret } from '../checkouts.ts'
import { openPortal } from '../customers.ts'
import type { Payments } from '../payments.ts'
import { checkoutPage } from './checkout-page.ts'
import { overviewPage } from './overview-page.ts'
import { portalPage } from './portal-page.ts'

const Secret = z.object({ secret: z.string() })
const Token = z.object({ token: z.string() })
const Shown = z.object({ problem: z.string().max(300).optional() })
const PortalAct = SubscriptionAct.extend({ subscription: z.string() })

/** The pages where people pay with test money and manage their subscriptions. */
export function paymentPages(app: FastifyInstance, payments: Payments): void {
  // Money is moved by the sandbox's own pages alone: not even another page of this machine may press here.
  app.addHook('onRequest', async ({ method, headers }) => {
    if (method === 'GET' || method === 'HEAD') return
    if (headers.origin === `http://${headers.host}`) return
    throw new ControlRefusal('Only the sandbox’s own page may do this.', 403)
  })
  app.addHook('preHandler', async () => payments.runDue())

  app.get('/', (_, reply) => sendPage(reply, overviewPage(payments)))
  app.post('/clock', (_, reply) => {
    moveClock(payments, { months: 1 })
    return reply.redirect('/sandbox/pay', 303)
  })
  app.post('/customers/:id', ({ params }, reply) => {
    const customer = customerWithId(payments, read(z.object({ id: z.string() }), params).id)
    return reply.redirect(pathOf(openPortal(payments, customer, null)), 303)
  })

  app.get('/checkouts/:secret', ({ params, query }, reply) => {
    const { problem } = read(Shown, query)
    return sendPage(reply, checkoutPage(payments, checkoutIn(payments, params), problem))
  })
  app.post('/checkouts/:secret', ({ params, body }, reply) => {
    const checkout = checkoutIn(payments, params)
    const path = `/sandbox/pay/checkouts/${checkout.secret}`
    return attempt(reply, path, () => actOnCheckout(payments, checkout.id, read(CheckoutAct, body)))
  })

  portalRoutes(app, payments)
}

function portalRoutes(app: FastifyInstance, payments: Payments): void {
  app.get('/portal/:token', ({ params, query }, reply) => {
    const session = sessionIn(payments, params)
    const customer = customerWithId(payments, session.customerId)
    return sendPage(reply, portalPage(payments, { session, customer, ...read(Shown, query) }))
  })
  app.post('/portal/:token', ({ params, body }, reply) => {
    const session = sessionIn(payments, params)
    const { subscription, ...act } = read(PortalAct, body)
    if (payments.state.subscriptions.get(subscription)?.customerId !== session.customerId) {
      throw new ControlRefusal('There is no such subscription.', 404)
    }
    return attempt(reply, pathOf(session), () => actOnSubscription(payments, subscription, act))
  })
  app.post('/portal/:token/clock', ({ params }, reply) => {
    const session = sessionIn(payments, params)
    moveClock(payments, { months: 1 })
    // A session lasts an hour; whoever moves the clock keeps looking at the same customer.
    const { customerId, returnUrl } = session
    const next = openPortal(payments, customerWithId(payments, customerId), returnUrl)
    return reply.redirect(pathOf(next), 303)
  })
  app.post('/portal/:token/webhooks/:id', async ({ params }, reply) => {
    const session = sessionIn(payments, params)
    await payments.webhooks.sendNow(idIn(params))
    return reply.redirect(pathOf(session), 303)
  })
}

const pathOf = (session: PortalSession) => `/sandbox/pay/portal/${session.token}`

function checkoutIn(payments: Payments, params: unknown): Checkout {
  const checkout = checkoutWithSecret(payments, read(Secret, params).secret)
  if (!checkout) throw new ControlRefusal('There is no such checkout.', 404)
  return checkout
}

function sessionIn(payments: Payments, params: unknown): PortalSession {
  const session = payments.state.portals.get(read(Token, params).token)
  if (!session || session.expiresAt <= payments.now()) {
    throw new ControlRefusal('This page has expired. Open it again from Carillon.', 404)
  }
  return session
}

function customerWithId({ state }: Payments, id: string): Customer {
  const customer = state.customers.get(id)
  if (!customer) throw new ControlRefusal('There is no such customer.', 404)
  return customer
}

/** Redirects back to the page, with what was done or why it failed. */
function attempt(reply: FastifyReply, path: string, run: () => unknown): FastifyReply {
  try {
    run()
    return reply.redirect(path, 303)
  } catch (error) {
    if (!(error instanceof ControlRefusal)) throw error
    return reply.redirect(`${path}?problem=${encodeURIComponent(error.message)}`, 303)
  }
}
