import type {
  Checkout,
  Customer,
  Invoice,
  Keys,
  PortalSession,
  Provider,
  Subscription,
  Webhook,
} from './model.ts'

/** The events of payments: each has the full record that it changed. */
export type PaymentEvent =
  | { type: 'paymentKeysMade'; keys: Keys }
  | { type: 'billingClockMoved'; aheadMs: number }
  | { type: 'webhooksPointed'; provider: Provider; target: Target }
  | { type: 'customerSaved'; customer: Customer }
  | { type: 'checkoutSaved'; checkout: Checkout }
  | { type: 'subscriptionSaved'; subscription: Subscription }
  | { type: 'invoiceSaved'; invoice: Invoice }
  | { type: 'portalOpened'; session: PortalSession }
  | { type: 'webhookSaved'; webhook: Webhook }
  | { type: 'requestRemembered'; key: string; hash: string; status: number; body: string }

/** Where webhooks go; a pinned one was said outright and is not taken from the next checkout. */
export type Target = { url: string; pinned: boolean }

export type PaymentState = {
  keys: Keys | undefined
  /** How far the billing clock is ahead of the sandbox's. */
  aheadMs: number
  customers: Map<string, Customer>
  checkouts: Map<string, Checkout>
  subscriptions: Map<string, Subscription>
  invoices: Map<string, Invoice>
  portals: Map<string, PortalSession>
  webhooks: Map<number, Webhook>
  lastSeq: number
  lastInvoice: number
  /** Where each provider was told to send its webhooks. */
  targets: Map<Provider, Target>
  /** What was answered to a request with an Idempotency-Key, by that key. */
  remembered: Map<string, { hash: string; status: number; body: string }>
}

export const emptyPayments = (): PaymentState => ({
  keys: undefined,
  aheadMs: 0,
  customers: new Map(),
  checkouts: new Map(),
  subscriptions: new Map(),
  invoices: new Map(),
  portals: new Map(),
  webhooks: new Map(),
  lastSeq: 0,
  lastInvoice: 0,
  targets: new Map(),
  remembered: new Map(),
})

/** The first day again; what a server was configured with stays good, and no number is given a second time. */
export function resetPayments(state: PaymentState): void {
  const { keys, targets, lastSeq, lastInvoice } = state
  Object.assign(state, emptyPayments(), { keys, targets, lastSeq, lastInvoice })
}

export function applyPayment(state: PaymentState, event: PaymentEvent): void {
  switch (event.type) {
    case 'paymentKeysMade':
      state.keys = event.keys
      return
    case 'billingClockMoved':
      state.aheadMs = event.aheadMs
      return
    case 'webhooksPointed':
      state.targets.set(event.provider, event.target)
      return
    case 'customerSaved':
      return keep(state.customers, event.customer.id, event.customer)
    case 'checkoutSaved':
      return keep(state.checkouts, event.checkout.id, event.checkout)
    case 'subscriptionSaved':
      return keep(state.subscriptions, event.subscription.id, event.subscription)
    case 'invoiceSaved':
      if (!state.invoices.has(event.invoice.id)) state.lastInvoice += 1
      return keep(state.invoices, event.invoice.id, event.invoice)
    case 'portalOpened':
      return keep(state.portals, event.session.token, event.session, FEW)
    case 'webhookSaved':
      state.lastSeq = Math.max(state.lastSeq, event.webhook.seq)
      return keep(state.webhooks, event.webhook.seq, event.webhook, FEW)
    case 'requestRemembered': {
      const { key, hash, status, body } = event
      return keep(state.remembered, key, { hash, status, body }, FEW)
    }
  }
}

// Somebody who tries the product makes a handful; a bench or a test that runs for hours must not fill the memory.
const MANY = 10_000
const FEW = 1_000

/** Keeps a thing under its key, and lets the oldest go when there are too many. */
function keep<K, V>(map: Map<K, V>, key: K, value: V, max = MANY): void {
  map.set(key, value)
  if (map.size <= max) return
  const [oldest] = map.keys()
  if (oldest !== undefined) map.delete(oldest)
}

export const isPaymentEvent = (event: { type: string }): event is PaymentEvent =>
  paymentEventTypes.has(event.type)

const paymentEventTypes = new Set<string>([
  'paymentKeysMade',
  'billingClockMoved',
  'webhooksPointed',
  'customerSaved',
  'checkoutSaved',
  'subscriptionSaved',
  'invoiceSaved',
  'portalOpened',
  'webhookSaved',
  'requestRemembered',
] satisfies PaymentEvent['type'][])
