import { onTestFinished } from 'vitest'
import { startSandbox, type Sandbox } from '../../sandbox/src/testing.ts'
import type { ProviderName } from '../src/payments/port.ts'
import type { UserContext } from '../src/platform/context.ts'
import { openBrowser, openWeb, type Browser, type Web } from './browser.ts'
import { openTestApp, type TestApp } from './test-app.ts'

/** A server that sells plans by a provider of the sandbox, under one clock with it. */
export type Shop = {
  app: TestApp
  web: Web
  sandbox: Sandbox
  provider: ProviderName
  /** The address of the provider's webhooks. */
  hook: string
  /** Somebody who has signed up, in a browser, and as the caller of actions. */
  person(name: string): Promise<Buyer>
  /** Delivers all waiting webhooks, and runs their jobs. */
  deliverWebhooks(): Promise<void>
}

export type Buyer = Browser & { id: string; ctx: UserContext }

/** The providers that the sandbox stands in for. */
export const sellers: readonly ProviderName[] = ['polar', 'stripe']

/** When the shop opens; the sandbox has the clock of the app, which is held. */
const START = '2026-06-01T08:00:00.000Z'

/** Opens a shop; at the end of the test it closes. */
export async function openShop(
  provider: ProviderName,
  env: Record<string, string> = {},
): Promise<Shop> {
  let now = () => new Date(START).getTime()
  const sandbox = await startSandbox({ now: () => now() })
  onTestFinished(() => sandbox.stop())
  const app = await openTestApp({
    now: START,
    endpoints: sandbox,
    env: { ...settings(provider, sandbox), ...env },
  })
  onTestFinished(() => app.close())
  now = () => app.clock.now().getTime()

  const web = await openWeb(app)
  const address = await web.http.listen({ port: 0, host: '127.0.0.1' })
  const hook = `${address}/api/payments/webhooks/${provider}`
  await sandbox.billing.target({ provider, url: hook })

  return {
    app,
    web,
    sandbox,
    provider,
    hook,
    person: (name) => openBuyer(app, web, name),
    async deliverWebhooks() {
      for (;;) {
        const { webhooks } = await sandbox.billing.view()
        const waiting = webhooks.filter(({ status }) => status === 'waiting')
        if (waiting.length === 0) break
        for (const { seq } of waiting) await sandbox.billing.send(seq)
      }
      await app.runJobs()
    },
  }
}

/** Polar stands in as the sandbox's own; Stripe has to be chosen. */
function settings(provider: ProviderName, { payments }: Sandbox): Record<string, string> {
  if (provider === 'polar') return { PAYMENTS: 'sandbox' }
  const { baseUrl, secretKey, webhookSecret, pricePro } = payments.stripe
  return {
    PAYMENTS: 'stripe',
    STRIPE_BASE_URL: baseUrl,
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_PRICE_PRO: pricePro,
  }
}

async function openBuyer(app: TestApp, web: Web, name: string): Promise<Buyer> {
  const browser = openBrowser(app, web)
  const email = `${name}@example.org`
  await browser.post('/api/auth/sign-up/email', { email, password: 'correct horse battery', name })
  const { data } = await browser.api('GET', '/api/users/me')
  const id = String(data?.['uid'])
  const user = { id, email, name, picture: null, sessionId: null }
  return { ...browser, id, ctx: { ...app.ctx, user } }
}

/** Begins to buy Pro, and returns the provider's name for the checkout. */
export async function beginCheckout({ sandbox }: Shop, buyer: Buyer): Promise<string> {
  const answer = await buyer.api('POST', '/api/payments/checkout', { productId: 'pro_tier' })
  if (answer.status !== 200) throw new Error(`No checkout: ${answer.text}`)
  const { checkouts } = await sandbox.billing.view()
  const url = String(answer.data?.['checkoutUrl'])
  const found = checkouts.find(({ secret }) => url.includes(secret))
  if (!found) throw new Error(`The provider knows no checkout at ${url}.`)
  return found.id
}

/** Buys Pro; `webhooks`: how its webhooks are delivered. */
export async function buy(
  shop: Shop,
  buyer: Buyer,
  webhooks: 'sent' | 'lost' = 'sent',
): Promise<{ checkoutId: string; subscriptionId: string }> {
  const checkoutId = await beginCheckout(shop, buyer)
  const { subscriptionId } = await shop.sandbox.billing.checkout(checkoutId, {
    act: 'pay',
    webhooks,
  })
  if (webhooks === 'sent') await shop.deliverWebhooks()
  return { checkoutId, subscriptionId: subscriptionId! }
}

/** The person's profile. */
export const me = async (buyer: Buyer) => (await buyer.api('GET', '/api/users/me')).data!
