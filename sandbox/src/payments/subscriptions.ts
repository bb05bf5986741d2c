import type { Delivery, Subscription } from '../world/payments/model.ts'
import { daysAfter, monthAfter } from '../world/payments/calendar.ts'
import { ControlRefusal } from '../world/world.ts'
import type { Billing, Happening } from './billing.ts'
import { changeInvoice, invoiceFor, invoicesOf } from './invoices.ts'

/** A missing payment is tried again after so many days each, and then the subscription ends: Polar's own. */
const RETRY_DAYS = [2, 5, 7, 7] as const

export function subscriptionWith(billing: Billing, id: string): Subscription {
  const subscription = billing.state.subscriptions.get(id)
  if (!subscription) throw new ControlRefusal('There is no such subscription.', 404)
  return subscription
}

export const isRunning = (subscription: Subscription): boolean => subscription.status !== 'canceled'

export const runningOf = (billing: Billing, customerId: string): Subscription[] =>
  subscriptionsOf(billing, customerId).filter(isRunning)

/** Newest first. */
export const subscriptionsOf = (billing: Billing, customerId: string): Subscription[] =>
  [...billing.state.subscriptions.values()]
    .filter((one) => one.customerId === customerId)
    .toReversed()

/** Lets it run until the paid time ends; false when it was canceled already. */
export function cancel(billing: Billing, id: string, delivery: Delivery = 'sent'): boolean {
  const subscription = runningOne(billing, id)
  if (subscription.cancelAtPeriodEnd) return false
  const changes = { cancelAtPeriodEnd: true, cancelAt: null, canceledAt: billing.now() }
  const changed = change(billing, subscription, changes)
  billing.tell([{ kind: 'subscription.canceled', subscription: changed }], delivery)
  return true
}

/** Sets a date to end two months after the paid time; only Stripe has such dates. */
export function endLater(billing: Billing, id: string, delivery: Delivery = 'sent'): void {
  const subscription = runningOne(billing, id)
  if (subscription.provider !== 'stripe') {
    throw new ControlRefusal('Polar lets a subscription end with the paid time only.', 409)
  }
  const cancelAt = monthAfter(monthAfter(subscription.periodEnd))
  const changes = { cancelAtPeriodEnd: false, cancelAt, canceledAt: billing.now() }
  const changed = change(billing, subscription, changes)
  billing.tell([{ kind: 'subscription.canceled', subscription: changed }], delivery)
}

/** Takes a cancellation back; false when there was none. */
export function resume(billing: Billing, id: string, delivery: Delivery = 'sent'): boolean {
  const subscription = runningOne(billing, id)
  if (!subscription.cancelAtPeriodEnd && !subscription.cancelAt) return false
  const changes = { cancelAtPeriodEnd: false, cancelAt: null, canceledAt: null }
  const changed = change(billing, subscription, changes)
  billing.tell([{ kind: 'subscription.uncanceled', subscription: changed }], delivery)
  return true
}

export function end(billing: Billing, id: string, delivery: Delivery = 'sent'): Subscription {
  const subscription = endedNow(billing, runningOne(billing, id))
  billing.tell([{ kind: 'subscription.ended', subscription }], delivery)
  return subscription
}

/** Begins the next month before its time, or ends it, as the end of the paid time would. */
export function renewNow(billing: Billing, id: string, delivery: Delivery = 'sent'): void {
  const subscription = runningOne(billing, id)
  const due = change(billing, subscription, { periodEnd: billing.now() })
  billing.tell(passPeriodEnd(billing, due), delivery)
}

/** The next renewal fails because the card is refused, until `recover`. */
export function failRenewal(billing: Billing, id: string, delivery: Delivery = 'sent'): void {
  const subscription = runningOne(billing, id)
  if (subscription.status === 'past_due') {
    throw new ControlRefusal('Its last payment is missing already.', 409)
  }
  if (subscription.cancelAtPeriodEnd) {
    throw new ControlRefusal('It is canceled: there is no renewal to fail.', 409)
  }
  setCard(billing, subscription.customerId, true)
  const due = change(billing, subscription, { periodEnd: billing.now() })
  billing.tell(missPayment(billing, due), delivery)
}

/** The missing payment arrives after all. */
export function recover(billing: Billing, id: string, delivery: Delivery = 'sent'): void {
  const subscription = runningOne(billing, id)
  if (subscription.status !== 'past_due') {
    throw new ControlRefusal('No payment of it is missing.', 409)
  }
  setCard(billing, subscription.customerId, false)
  billing.tell(arrive(billing, subscription), delivery)
}

/** Refunds the last payment, which ends its subscription. */
export function refund(billing: Billing, id: string, delivery: Delivery = 'sent'): void {
  const subscription = subscriptionWith(billing, id)
  const paid = invoicesOf(billing, id).find((invoice) => invoice.status === 'paid')
  if (!paid) throw new ControlRefusal('There is no payment to give back.', 409)
  const invoice = changeInvoice(billing, paid, 'refunded')
  const happenings: Happening[] = [{ kind: 'invoice.refunded', invoice }]
  if (isRunning(subscription)) {
    const gone = endedNow(billing, subscription)
    happenings.push({ kind: 'subscription.ended', subscription: gone })
  }
  billing.tell(happenings, delivery)
}

/** Does what is due for a subscription; true if more may be due after it. */
export function runDueOfSubscription(billing: Billing, subscription: Subscription): boolean {
  const now = billing.now()
  const { cancelAt } = subscription
  if (isRunning(subscription) && cancelAt && cancelAt <= Math.min(now, subscription.periodEnd)) {
    const ended = endedNow(billing, subscription, cancelAt)
    billing.tell([{ kind: 'subscription.ended', subscription: ended }])
    return true
  }
  if (subscription.status === 'past_due' && (subscription.retryAt ?? Infinity) <= now) {
    billing.tell(tryAgain(billing, subscription))
    return true
  }
  if (isRunning(subscription) && subscription.periodEnd <= now) {
    billing.tell(passPeriodEnd(billing, subscription))
    return true
  }
  return false
}

/** Ends it without an event; the caller sends the events. */
export const endedNow = (billing: Billing, subscription: Subscription, at = billing.now()) =>
  change(billing, subscription, {
    status: 'canceled',
    endedAt: at,
    canceledAt: subscription.canceledAt ?? at,
    retryAt: null,
  })

function passPeriodEnd(billing: Billing, subscription: Subscription): Happening[] {
  const { periodEnd, customerId } = subscription
  if (subscription.cancelAtPeriodEnd) {
    const ended = endedNow(billing, subscription, periodEnd)
    return [{ kind: 'subscription.ended', subscription: ended }]
  }
  if (subscription.status === 'past_due') {
    return [{ kind: 'subscription.changed', subscription: nextPeriod(billing, subscription) }]
  }
  if (billing.state.customers.get(customerId)?.cardFails) return missPayment(billing, subscription)
  const renewed = nextPeriod(billing, subscription)
  const invoice = invoiceFor(billing, renewed, { reason: 'renewal', status: 'paid' })
  return [
    { kind: 'subscription.renewed', subscription: renewed },
    { kind: 'invoice.paid', invoice },
  ]
}

/** As the real ones do it, the new month begins although nobody has paid for it yet. */
function missPayment(billing: Billing, subscription: Subscription): Happening[] {
  const pastDueAt = subscription.periodEnd
  const owing = change(billing, nextPeriod(billing, subscription), {
    status: 'past_due',
    pastDueAt,
    retries: 0,
    retryAt: daysAfter(pastDueAt, RETRY_DAYS[0]),
  })
  const invoice = invoiceFor(billing, owing, { reason: 'renewal', status: 'unpaid' })
  return [
    { kind: 'invoice.failed', invoice },
    { kind: 'subscription.past_due', subscription: owing },
  ]
}

function tryAgain(billing: Billing, subscription: Subscription): Happening[] {
  const { customerId, retries, retryAt } = subscription
  if (!billing.state.customers.get(customerId)?.cardFails) return arrive(billing, subscription)
  const at = retryAt ?? billing.now()
  const days = RETRY_DAYS[retries + 1]
  if (days === undefined) {
    const ended = endedNow(billing, subscription, at)
    return [{ kind: 'subscription.ended', subscription: ended }]
  }
  const changes = { retries: retries + 1, retryAt: daysAfter(at, days) }
  return [{ kind: 'subscription.changed', subscription: change(billing, subscription, changes) }]
}

function arrive(billing: Billing, subscription: Subscription): Happening[] {
  const unpaid = invoicesOf(billing, subscription.id).filter((one) => one.status === 'unpaid')
  const paid = change(billing, subscription, {
    status: 'active',
    pastDueAt: null,
    retries: 0,
    retryAt: null,
  })
  return [
    ...unpaid.map((one): Happening => {
      return { kind: 'invoice.paid', invoice: changeInvoice(billing, one, 'paid') }
    }),
    { kind: 'subscription.recovered', subscription: paid },
  ]
}

function nextPeriod(billing: Billing, subscription: Subscription): Subscription {
  const { periodEnd } = subscription
  return change(billing, subscription, { periodStart: periodEnd, periodEnd: monthAfter(periodEnd) })
}

function setCard(billing: Billing, customerId: string, cardFails: boolean): void {
  const customer = billing.state.customers.get(customerId)
  if (!customer) return
  billing.world.commit({ type: 'customerSaved', customer: { ...customer, cardFails } })
}

function runningOne(billing: Billing, id: string): Subscription {
  const subscription = subscriptionWith(billing, id)
  if (!isRunning(subscription)) throw new ControlRefusal('This subscription has ended.', 409)
  return subscription
}

function change(
  billing: Billing,
  subscription: Subscription,
  changes: Partial<Subscription>,
): Subscription {
  // Later than the change before it, as with real clocks: who compares the two must see which is newer.
  const changedAt = Math.max(billing.now(), subscription.changedAt + 1)
  const changed = { ...subscription, ...changes, changedAt }
  billing.world.commit({ type: 'subscriptionSaved', subscription: changed })
  return changed
}
