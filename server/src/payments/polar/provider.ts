import type { Clock } from '../../platform/clock.ts'
import { deadline, readAnswer } from '../port/answers.ts'
import { ProviderError, SUBSCRIPTIONS_MAX, type PaymentProvider } from '../port.ts'
import * as answers from './answers.ts'
import { faultyFields, refusalOf, troubleOf } from './errors.ts'
import { verifyPolarWebhook } from './webhook.ts'

export type PolarSettings = {
  accessToken: string
  webhookSecret: string
  /** The ids of the products that count as Pro; the first one is sold. */
  products: readonly [string, ...string[]]
  baseUrl: string
}

/** Polar by its own SDK, which is loaded with the first call: 7 MB of memory, 30 ms (2026-11-22). */
export function polar(settings: PolarSettings, clock: Clock): PaymentProvider {
  let opened: ReturnType<typeof open> | undefined

  /** Runs one call of the port, within the time limit of the port; `what` ends the sentence of its error. */
  async function call<T>(
    what: string,
    run: (polar: Sdk, within: Within) => Promise<T>,
  ): Promise<T> {
    const left = deadline(clock)
    try {
      opened ??= open(settings)
      return await run(await opened, () => ({ timeout: left() / 1_000 }))
    } catch (error) {
      throw troubleOf(error, what)
    }
  }

  return {
    name: 'polar',

    openCustomer: ({ userId, email }) =>
      call('open a customer', async (sdk, within) => {
        const known = await findCustomer(sdk, userId, within)
        if (known) return known
        if (!email) {
          throw new ProviderError(
            { kind: 'refused' },
            'Polar needs an e-mail address of whoever pays.',
          )
        }
        try {
          const made = await sdk.customers.create({ external_id: userId, email }, within())
          return { customerId: readAnswer('Polar', answers.Customer, made).id }
        } catch (error) {
          // Another call has created the customer.
          const other = await findCustomer(sdk, userId, within)
          if (other) return other
          if (!faultyFields(error).includes('email')) throw error
          throw new ProviderError(
            { kind: 'refused' },
            'Polar has another customer with this e-mail address, or does not accept it.',
          )
        }
      }),

    updateCustomer: ({ customerId, email }) =>
      call('change an address', async (sdk, within) => {
        await sdk.customers.update(customerId, { email }, within())
      }),

    createCheckout: ({ customerId, userId, idempotencyKey, successUrl, cancelUrl }) =>
      call('open a checkout', async (sdk, within) => {
        const body = {
          products: [settings.products[0]],
          customer_id: customerId,
          success_url: successUrl,
          return_url: cancelUrl,
          metadata: { user_id: userId, key: idempotencyKey },
        }
        const made = await sdk.checkouts.create(body, within())
        const { id, url } = readAnswer('Polar', answers.NewCheckout, made)
        return { checkoutId: id, url }
      }),

    getCheckout: (checkoutId) =>
      call('show a checkout', async (sdk, within) => {
        if (!UUID.test(checkoutId)) return null
        const found = await orUnknown(sdk.checkouts.get(checkoutId, within()))
        if (found === undefined) return null
        return answers.checkoutOf(readAnswer('Polar', answers.Checkout, found))
      }),

    listSubscriptions: (customerId) =>
      call('list subscriptions', async (sdk, within) => {
        const listed = await sdk.subscriptions.list(
          { customer_id: customerId, limit: SUBSCRIPTIONS_MAX, sorting: ['-started_at'] },
          within(),
        )
        const { items } = readAnswer('Polar', answers.Subscriptions, listed)
        return items.map((one) => answers.subscriptionOf(one, settings.products))
      }),

    cancelAtPeriodEnd: (id) =>
      call('cancel a subscription', async (sdk, within) => {
        const change = sdk.subscriptions.update(id, { cancel_at_period_end: true }, within())
        await ignoreRefusal('AlreadyCanceledSubscription', change)
      }),

    resume: (id) =>
      call('resume a subscription', async (sdk, within) => {
        const change = sdk.subscriptions.update(id, { cancel_at_period_end: false }, within())
        await ignoreRefusal('SubscriptionNotScheduledToCancel', change)
      }),

    endNow: (id) =>
      call('end a subscription', async (sdk, within) => {
        await orUnknown(
          ignoreRefusal('AlreadyCanceledSubscription', sdk.subscriptions.revoke(id, within())),
        )
      }),

    portalUrl: ({ customerId, returnUrl }) =>
      call('open the billing page', async (sdk, within) => {
        const body = { customer_id: customerId, return_url: returnUrl }
        const made = await sdk.customerSessions.create(body, within())
        return readAnswer('Polar', answers.Session, made).customer_portal_url
      }),

    deleteCustomer: (customerId) =>
      call('delete a customer', async (sdk, within) => {
        await orUnknown(sdk.customers.delete(customerId, { anonymize: true }, within()))
      }),

    verifyWebhook: async (webhook) => verifyPolarWebhook(webhook, settings.webhookSecret),
  }
}

type Sdk = Awaited<ReturnType<typeof open>>
type Within = () => { timeout: number }

async function open({ accessToken, baseUrl }: PolarSettings) {
  const { createPolar } = await import('@polar-sh/sdk/2026-10')
  return createPolar({ accessToken, baseUrl })
}

/** Polar answers another status to a text that is no id at all. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

async function findCustomer(sdk: Sdk, userId: string, within: Within) {
  const found = await orUnknown(sdk.customers.getExternal(userId, within()))
  return found === undefined
    ? undefined
    : { customerId: readAnswer('Polar', answers.Customer, found).id }
}

/** The answer, or undefined when Polar does not know what it was asked about. */
async function orUnknown<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (refusalOf(error)?.status === 404) return undefined
    throw error
  }
}

/** Accepts the refusal with this name: it means that the requested state is reached already. */
async function ignoreRefusal(name: string, answer: Promise<unknown>): Promise<void> {
  try {
    await answer
  } catch (error) {
    if (refusalOf(error)?.name !== name) throw error
  }
}
