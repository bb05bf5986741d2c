import { createFaultPlan, type FaultPlan } from '../telegram-bot-api/fault-plan.ts'
import { createViolations, type Violations } from '../telegram-bot-api/violations.ts'
import type { Provider } from '../world/payments/model.ts'
import type { World } from '../world/world.ts'
import { keysOf, type Billing, type Happening } from './billing.ts'
import { runDueOfCheckout } from './checkouts.ts'
import { polarMessages } from './polar/events.ts'
import { stripeMessages } from './stripe/events.ts'
import { isRunning, runDueOfSubscription } from './subscriptions.ts'
import { createWebhooks, type Message, type Webhooks } from './webhooks.ts'

/** Both payment providers on one state, with their faults. */
export type Payments = Billing & {
  readonly webhooks: Webhooks
  readonly faultPlan: FaultPlan
  readonly violations: Violations
  /** Moves the billing clock forward, and executes what is due by then. */
  move(ms: number): void
  close(): Promise<void>
}

/** While nobody asks anything, time still passes: a subscription ends on its day. */
const DUE_EVERY_MS = 10_000
/** A subscription of a month, moved a century ahead, is no reason to stand still. */
const STEPS_MAX = 2_000

const messagesOf: Record<Provider, (billing: Billing, happening: Happening) => Message[]> = {
  polar: polarMessages,
  stripe: stripeMessages,
}

export function createPayments(world: World): Payments {
  const keys = keysOf(world)
  const state = world.state.payments
  const webhooks = createWebhooks(world, keys)

  const billing: Billing = {
    world,
    state,
    keys,
    now: () => world.now() + state.aheadMs,
    tell(happenings, delivery = 'sent') {
      const messages = happenings.flatMap((one) => messagesOf[providerOf(one)](billing, one))
      webhooks.queue(messages, delivery)
    },
    runDue() {
      for (const checkout of state.checkouts.values()) runDueOfCheckout(billing, checkout)
      for (const { id } of state.subscriptions.values()) runAllDue(billing, id)
    },
  }

  webhooks.pump()
  const timer = setInterval(() => billing.runDue(), DUE_EVERY_MS)
  timer.unref()

  return {
    ...billing,
    webhooks,
    faultPlan: createFaultPlan(),
    violations: createViolations(),
    move(ms) {
      world.commit({ type: 'billingClockMoved', aheadMs: state.aheadMs + ms })
      billing.runDue()
    },
    async close() {
      clearInterval(timer)
      await webhooks.close()
    },
  }
}

function runAllDue(billing: Billing, id: string): void {
  for (let step = 0; step < STEPS_MAX; step++) {
    const subscription = billing.state.subscriptions.get(id)
    if (!subscription || !isRunning(subscription)) return
    if (!runDueOfSubscription(billing, subscription)) return
  }
}

function providerOf(happening: Happening): Provider {
  if ('customer' in happening) return happening.customer.provider
  if ('checkout' in happening) return happening.checkout.provider
  if ('subscription' in happening) return happening.subscription.provider
  return happening.invoice.provider
}
