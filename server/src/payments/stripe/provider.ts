import { hash } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import { deadline, readAnswer } from '../port/answers.ts'
import { SUBSCRIPTIONS_MAX, type PaymentProvider } from '../port.ts'
import * as answers from './answers.ts'
import { codeOf, troubleOf } from './errors.ts'
import { verifyStripeWebhook } from './webhook.ts'

export type StripeSettings = {
  secretKey: string
  webhookSecret: string
  /** The ids of the monthly prices that count as Pro; the first one is sold. */
  prices: readonly [string, ...string[]]
  baseUrl: string
}

/** Stripe by its own SDK, which is loaded with the first call: 37 MB of memory, half a second (2026-11-22). */
export function stripe(settings: StripeSettings, clock: Clock): PaymentProvider {
  let opened: ReturnType<typeof open> | undefined
  const sdkOf = () => (opened ??= open(settings))

  /** Runs one call of the port, within the time limit of the port; `what` ends the sentence of its error. */
  async function call<T>(what: string, run: (sdk: Sdk, within: Within) => Promise<T>): Promise<T> {
    const left = deadline(clock)
    try {
      return await run(await sdkOf(), () => ({ timeout: Math.ceil(left()) }))
    } catch (error) {
      throw troubleOf(error, what)
    }
  }

  let products: string[] | undefined
  /** The products of the prices that count as Pro; a price that Stripe does not know has none. */
  async function productsOf(sdk: Sdk, within: Within): Promise<string[]> {
    if (products) return products
    const found: string[] = []
    for (const id of settings.prices) {
      const price = await orMissing(sdk.prices.retrieve(id, {}, within()))
      if (price) found.push(readAnswer('Stripe', answers.Price, price).product)
    }
    return (products = found)
  }

  return {
    name: 'stripe',

    openCustomer: ({ userId, email }) =>
      call('open a customer', async (sdk, within) => {
        if (email) {
          const listed = await sdk.customers.list({ email, limit: 100 }, within())
          const { data } = readAnswer('Stripe', answers.Customers, listed)
          const known = data.find(({ metadata }) => metadata['user_id'] === userId)
          if (known) return { customerId: known.id }
        }
        // Simultaneous calls have the same key, and so get the same customer.
        const idempotencyKey = `customer-${hash('sha256', `${userId} ${email ?? ''}`)}`
        const body = { ...(email ? { email } : {}), metadata: { user_id: userId } }
        const made = await sdk.customers.create(body, { ...within(), idempotencyKey })
        return { customerId: readAnswer('Stripe', answers.Customer, made).id }
      }),

    updateCustomer: ({ customerId, email }) =>
      call('change an address', async (sdk, within) => {
        await sdk.customers.update(customerId, { email }, within())
      }),

    createCheckout: ({ idempotencyKey, customerId, userId, successUrl, cancelUrl }) =>
      call('open a checkout', async (sdk, within) => {
        const made = await sdk.checkout.sessions.create(
          {
            mode: 'subscription',
            customer: customerId,
            client_reference_id: userId,
            line_items: [{ price: settings.prices[0], quantity: 1 }],
            success_url: successUrl.replaceAll('{CHECKOUT_ID}', '{CHECKOUT_SESSION_ID}'),
            cancel_url: cancelUrl,
            subscription_data: { metadata: { user_id: userId } },
          },
          { ...within(), idempotencyKey: `checkout-${idempotencyKey}` },
        )
        const { id, url } = readAnswer('Stripe', answers.NewSession, made)
        return { checkoutId: id, url }
      }),

    getCheckout: (checkoutId) =>
      call('show a checkout', async (sdk, within) => {
        if (!/^cs_\w+$/.test(checkoutId)) return null
        // The session does not say that a bank refused in the end; its subscription does.
        const more = { expand: ['subscription'] }
        const found = await orMissing(sdk.checkout.sessions.retrieve(checkoutId, more, within()))
        if (found === undefined) return null
        return answers.checkoutOf(readAnswer('Stripe', answers.Session, found))
      }),

    listSubscriptions: (customerId) =>
      call('list subscriptions', async (sdk, within) => {
        const listed = await sdk.subscriptions.list(
          { customer: customerId, status: 'all', limit: SUBSCRIPTIONS_MAX },
          within(),
        )
        const { data } = readAnswer('Stripe', answers.Subscriptions, listed)
        const { prices } = settings
        // A price cannot be changed at Stripe, only replaced: one of the same product counts as well.
        const replaced = data.some((one) => answers.isForAnother(one, prices))
        const products = replaced ? await productsOf(sdk, within) : []
        return data.map((one) => answers.subscriptionOf(one, { prices, products }))
      }),

    cancelAtPeriodEnd: (id) =>
      call('cancel a subscription', async (sdk, within) => {
        const now = await read(sdk, id, within)
        if (now.status === 'canceled' || answers.endsWithPeriod(now)) return
        await sdk.subscriptions.update(id, { cancel_at_period_end: true }, within())
      }),

    resume: (id) =>
      call('resume a subscription', async (sdk, within) => {
        const now = await read(sdk, id, within)
        const isToEnd = now.cancel_at_period_end || now.cancel_at !== null
        if (!isToEnd && now.status !== 'canceled') return
        const change = now.cancel_at_period_end
          ? { cancel_at_period_end: false }
          : { cancel_at: '' as const }
        await sdk.subscriptions.update(id, change, within())
      }),

    endNow: (id) =>
      call('end a subscription', async (sdk, within) => {
        const ending = { invoice_now: false, prorate: false }
        await orMissing(sdk.subscriptions.cancel(id, ending, within()))
      }),

    portalUrl: ({ customerId, returnUrl }) =>
      call('open the billing page', async (sdk, within) => {
        const body = { customer: customerId, return_url: returnUrl }
        const made = await sdk.billingPortal.sessions.create(body, within())
        return readAnswer('Stripe', answers.Portal, made).url
      }),

    deleteCustomer: (customerId) =>
      call('delete a customer', async (sdk, within) => {
        const open = { customer: customerId, status: 'open', limit: SUBSCRIPTIONS_MAX } as const
        const listed = await orMissing(sdk.checkout.sessions.list(open, within()))
        const { data } = listed ? readAnswer('Stripe', answers.Sessions, listed) : { data: [] }
        for (const { id } of data) await sdk.checkout.sessions.expire(id, {}, within())
        await orMissing(sdk.customers.del(customerId, {}, within()))
      }),

    verifyWebhook: async (webhook) => {
      const { webhooks } = await sdkOf()
      return verifyStripeWebhook(webhook, settings.webhookSecret, (...given) =>
        webhooks.constructEvent(...given),
      )
    },
  }
}

type Sdk = Awaited<ReturnType<typeof open>>
type Within = () => { timeout: number }

async function open({ secretKey, baseUrl }: StripeSettings) {
  const { default: Stripe } = await import('stripe')
  const { protocol, hostname, port } = new URL(baseUrl)
  return new Stripe(secretKey, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    ...(port ? { port } : {}),
    // Who calls the port tries again. A connection that was reset the SDK tries once more all the same: what we
    // ask may be asked twice, by its key or because it is true already.
    maxNetworkRetries: 0,
    telemetry: false,
  })
}

async function read(sdk: Sdk, id: string, within: Within) {
  const found = await sdk.subscriptions.retrieve(id, {}, within())
  return readAnswer('Stripe', answers.Subscription, found)
}

/** The answer, or undefined when Stripe does not know what it was asked about. */
async function orMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (codeOf(error) === 'resource_missing') return undefined
    throw error
  }
}
