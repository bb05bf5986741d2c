import { expect, test } from 'vitest'
import { endpoints, loadBesideSandbox as load } from '../../test/sandbox-settings.ts'
import type { ConfigError } from './config.ts'

const SANDBOX_URL = endpoints.http
const ofPolar = {
  POLAR_ACCESS_TOKEN: 'polar_oat_MINE',
  POLAR_WEBHOOK_SECRET: 'polar_whs_MINE',
  POLAR_PRODUCT_PRO: 'c0ffee00-1111-4222-8333-444455556666',
}
const ofStripe = {
  STRIPE_SECRET_KEY: 'sk_live_MINE',
  STRIPE_WEBHOOK_SECRET: 'whsec_MINE',
  STRIPE_PRICE_PRO: 'price_MINE',
}
const open = {
  HOST: '0.0.0.0',
  PUBLIC_URL: 'https://carillon.example',
  SMTP_URL: 'smtps://mail.example',
  SECRETS_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
}

const problems = (env: Record<string, string>) =>
  load(env).then(
    () => [],
    (error: ConfigError) => error.problems,
  )

test('a local server sells by the sandbox, in test money, until a provider is configured', async () => {
  expect((await load({ SANDBOX_URL })).payments).toMatchObject({
    provider: 'polar',
    accessToken: 'polar_oat_SANDBOX',
    baseUrl: endpoints.payments.polar.baseUrl,
  })
  const own = await load({ SANDBOX_URL, ...ofPolar })
  expect(own.payments).toMatchObject({
    provider: 'polar',
    products: [ofPolar.POLAR_PRODUCT_PRO],
    baseUrl: 'https://api.polar.sh',
  })
  expect(own.sandbox?.services).toEqual(['telegram', 'mail'])
  expect((await load({ SANDBOX_URL, ...ofStripe })).payments).toMatchObject({
    provider: 'stripe',
    prices: ['price_MINE'],
    baseUrl: 'https://api.stripe.com',
  })
})

test('the setting PAYMENTS decides, whatever is configured', async () => {
  expect((await load({ SANDBOX_URL, ...ofPolar, PAYMENTS: 'sandbox' })).payments).toMatchObject({
    accessToken: 'polar_oat_SANDBOX',
  })
  const off = await load({ SANDBOX_URL, ...ofPolar, PAYMENTS: 'off' })
  expect(off).toMatchObject({
    payments: { provider: 'off' },
    sandbox: { services: ['telegram', 'mail'] },
  })
  const both = { ...ofPolar, ...ofStripe, PAYMENTS: 'stripe' }
  expect((await load(both)).payments).toMatchObject({ provider: 'stripe' })
})

test('a public server without a provider sells nothing, and never by the sandbox', async () => {
  expect((await load({ ...open, SANDBOX_URL })).payments).toEqual({ provider: 'off' })
  expect(await problems({ ...open, SANDBOX_URL, PAYMENTS: 'sandbox' })).toEqual([
    expect.stringMatching(/^PAYMENTS=sandbox needs HOST and PUBLIC_URL on this machine/),
  ])
  expect(await problems({ PAYMENTS: 'sandbox' })).toEqual([
    expect.stringMatching(/^PAYMENTS=sandbox needs the sandbox/),
  ])
})

test('what a provider needs and does not have is said all at once', async () => {
  expect(await problems({ PAYMENTS: 'polar' })).toEqual([
    expect.stringMatching(/^POLAR_ACCESS_TOKEN is missing/),
    expect.stringMatching(/^POLAR_WEBHOOK_SECRET is missing/),
    expect.stringMatching(/^POLAR_PRODUCT_PRO is missing/),
  ])
  expect(await problems({ STRIPE_SECRET_KEY: 'sk_test_1' })).toEqual([
    expect.stringMatching(/^STRIPE_WEBHOOK_SECRET is missing/),
    expect.stringMatching(/^STRIPE_PRICE_PRO is missing/),
  ])
  expect(await problems({ ...ofPolar, ...ofStripe })).toEqual([
    expect.stringContaining('are both set'),
  ])
})

test('what was sold before is named behind what is sold now', async () => {
  const { payments } = await load({ ...ofStripe, STRIPE_PRICE_PRO: 'price_NEW, price_OLD' })
  expect(payments).toMatchObject({ prices: ['price_NEW', 'price_OLD'] })
  for (const wrong of ['price_NEW,', 'price_NEW,prod_OLD', 'price_NEW price_OLD,']) {
    expect(await problems({ ...ofStripe, STRIPE_PRICE_PRO: wrong })).toEqual([
      expect.stringMatching(/^STRIPE_PRICE_PRO/),
    ])
  }
})

test('a value that cannot be right is refused without being repeated', async () => {
  const wrong = {
    POLAR_PRODUCT_PRO: 'Pro',
    POLAR_BASE_URL: 'http://polar.example',
    STRIPE_SECRET_KEY: 'pk_live_PUBLISHABLE',
    STRIPE_WEBHOOK_SECRET: 'hush',
    STRIPE_PRICE_PRO: 'prod_1',
  }
  const found = await problems(wrong)
  expect(new Set(found.map((line) => line.split(':')[0]))).toEqual(new Set(Object.keys(wrong)))
  expect(found.join()).not.toMatch(/PUBLISHABLE|hush/)
})
