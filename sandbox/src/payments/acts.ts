import { z } from 'zod'
import { monthAfter } from '../world/payments/calendar.ts'
import type { Checkout, Subscription } from '../world/payments/model.ts'
import { decline, expire, pay, refuse } from './checkouts.ts'
import type { Payments } from './payments.ts'
import * as subscriptions from './subscriptions.ts'

/** How the webhooks of one press travel. */
const webhooks = z.enum(['sent', 'lost', 'late', 'twice', 'reversed']).default('sent')

/** One press on the page of a checkout. */
export const CheckoutAct = z.strictObject({
  act: z.enum(['pay', 'pay_slowly', 'decline', 'fail', 'refuse', 'expire']),
  webhooks,
})

/** One press on the page of a customer. */
export const SubscriptionAct = z.strictObject({
  act: z.enum(['renew', 'fail', 'recover', 'refund', 'cancel', 'resume', 'end', 'end_later']),
  webhooks,
})

export const ClockAct = z.union([
  z.strictObject({ advanceMs: z.number().positive() }),
  z.strictObject({ months: z.coerce.number().int().min(1).max(24) }),
])

/** Sets the address of a provider's webhooks, as its dashboard would. */
export const WebhookTarget = z.strictObject({
  provider: z.enum(['polar', 'stripe']),
  url: z.url({ protocol: /^http$/, hostname: /^(localhost|127\.0\.0\.1|\[::1\])$/ }),
})

/** A bank that takes its time takes this long. */
const SLOW_MS = 20_000

export function actOnCheckout(
  payments: Payments,
  id: string,
  { act, webhooks: delivery }: z.output<typeof CheckoutAct>,
): Checkout {
  payments.runDue()
  switch (act) {
    case 'pay':
      return pay(payments, id, { delivery })
    case 'pay_slowly':
      return pay(payments, id, { delivery, slowMs: SLOW_MS })
    case 'decline':
      return decline(payments, id, { delivery })
    case 'fail':
      return decline(payments, id, { delivery, forGood: true })
    case 'refuse':
      return refuse(payments, id, delivery)
    case 'expire':
      return expire(payments, id, delivery)
  }
}

export function actOnSubscription(
  payments: Payments,
  id: string,
  { act, webhooks: delivery }: z.output<typeof SubscriptionAct>,
): Subscription {
  payments.runDue()
  verbs[act](payments, id, delivery)
  return subscriptions.subscriptionWith(payments, id)
}

const verbs = {
  renew: subscriptions.renewNow,
  fail: subscriptions.failRenewal,
  recover: subscriptions.recover,
  refund: subscriptions.refund,
  cancel: subscriptions.cancel,
  resume: subscriptions.resume,
  end: subscriptions.end,
  end_later: subscriptions.endLater,
} as const

/** Moves the billing clock forward, by a time or by calendar months. */
export function moveClock(payments: Payments, move: z.output<typeof ClockAct>): void {
  if ('advanceMs' in move) return payments.move(move.advanceMs)
  let at = payments.now()
  for (let month = 0; month < move.months; month++) at = monthAfter(at)
  payments.move(at - payments.now())
}
