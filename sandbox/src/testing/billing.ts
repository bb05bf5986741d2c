import type { z } from 'zod'
import type { SetFaultPlan } from '../control/bodies.ts'
import type * as acts from '../payments/acts.ts'
import type { PaymentView } from '../payments/control-routes.ts'
import type { FaultPlan } from '../telegram-bot-api/fault-plan.ts'
import type { Checkout, Subscription, Webhook } from '../world/payments/model.ts'

type Call = <T>(method: 'GET' | 'POST', path: string, body?: unknown) => Promise<T>

/** Reads and changes the payments; every act sends its webhooks, unless it says how they are delivered. */
export function billingClient(call: Call) {
  return {
    view: () => call<PaymentView>('GET', '/payments'),
    /** What somebody presses on the page of a checkout. */
    checkout: (id: string, act: z.input<typeof acts.CheckoutAct>) =>
      call<Checkout>('POST', `/payments/checkouts/${id}/act`, act),
    /** What somebody presses on the page of a customer. */
    subscription: (id: string, act: z.input<typeof acts.SubscriptionAct>) =>
      call<Subscription>('POST', `/payments/subscriptions/${id}/act`, act),
    /** Moves the billing clock alone: renewals and ends become due, webhooks are still signed now. */
    move: (by: z.input<typeof acts.ClockAct>) =>
      call<{ now: number }>('POST', '/payments/clock', by),
    /** Where webhooks go; else to the shop that the last checkout leads back to. */
    target: (target: z.input<typeof acts.WebhookTarget>) =>
      call<unknown>('POST', '/payments/webhooks/target', target),
    /** Sends one webhook now, whatever its state; returns its new state. */
    send: (seq: number) => call<Webhook>('POST', `/payments/webhooks/${seq}/send`, {}),
    /** Replaces the fault plan; a rule's method is like `PATCH /polar/v1/subscriptions/:id`. */
    chaos: (...rules: z.input<typeof SetFaultPlan>['rules']) =>
      call<ReturnType<FaultPlan['report']>>('POST', '/payments/chaos', { rules }),
    /** Ends all faults. */
    noFaults: () => call<ReturnType<FaultPlan['report']>>('POST', '/payments/chaos', { rules: [] }),
  }
}
