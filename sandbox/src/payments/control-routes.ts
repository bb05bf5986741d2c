import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { SetFaultPlan } from '../control/bodies.ts'
import { defined } from '../control/defined.ts'
import { idIn, read } from '../control/read.ts'
import { ControlRefusal } from '../world/world.ts'
import { CheckoutAct, ClockAct, SubscriptionAct, WebhookTarget } from './acts.ts'
import { actOnCheckout, actOnSubscription, moveClock } from './acts.ts'
import type { Payments } from './payments.ts'

const Text = z.object({ id: z.string() })

/** Payments for tests and scripts: their state, webhooks and faults. */
export function controlRoutes(app: FastifyInstance, payments: Payments): void {
  app.get('/', () => {
    payments.runDue()
    return paymentView(payments)
  })
  app.post('/checkouts/:id/act', ({ params, body }) =>
    actOnCheckout(payments, read(Text, params).id, read(CheckoutAct, body)),
  )
  app.post('/subscriptions/:id/act', ({ params, body }) =>
    actOnSubscription(payments, read(Text, params).id, read(SubscriptionAct, body)),
  )
  app.post('/clock', ({ body }) => {
    moveClock(payments, read(ClockAct, body))
    return { now: payments.now() }
  })
  app.post('/webhooks/target', ({ body }) => {
    const { provider, url } = read(WebhookTarget, body)
    payments.world.commit({ type: 'webhooksPointed', provider, target: { url, pinned: true } })
    payments.webhooks.pump()
    return { provider, url }
  })
  app.post('/webhooks/:id/send', async ({ params }) => {
    const sent = await payments.webhooks.sendNow(idIn(params))
    if (!sent) throw new ControlRefusal('There is no such webhook.', 404)
    return sent
  })
  app.get('/chaos', () => payments.faultPlan.report())
  app.post('/chaos', ({ body }) => {
    const { rules, seed } = read(SetFaultPlan, body)
    payments.faultPlan.setRules(rules.map(defined), seed)
    return payments.faultPlan.report()
  })
}

function paymentView(payments: Payments) {
  const { customers, checkouts, subscriptions, invoices, webhooks, targets } = payments.state
  return {
    now: payments.now(),
    customers: [...customers.values()],
    checkouts: [...checkouts.values()],
    subscriptions: [...subscriptions.values()],
    invoices: [...invoices.values()],
    webhooks: [...webhooks.values()],
    targets: Object.fromEntries(targets),
    violations: payments.violations.list(),
  }
}

export type PaymentView = ReturnType<typeof paymentView>
