import { expect, test } from 'vitest'
import { endpoints, loadBesideSandbox as load } from '../../test/sandbox-settings.ts'
import type { ConfigError } from './config.ts'
import { isTestMoney } from './payment-settings.ts'

const problems = (env: Record<string, string>) =>
  load(env).then(
    () => [],
    (error: ConfigError) => error.problems,
  )

test('nothing set is a server for this machine, with every role', async () => {
  const config = await load({})
  expect(config).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    local: true,
    telegram: { botToken: undefined, retireBot: false, apiRoot: 'https://api.telegram.org' },
    sandbox: undefined,
  })
  expect([...config.roles]).toEqual(['web', 'live', 'planner', 'sender', 'jobs'])
})

test('roles are named with commas; the sender may have its former name', async () => {
  expect([...(await load({ ROLES: 'web, sender' })).roles]).toEqual(['web', 'sender'])
  expect([...(await load({ ROLES: 'carrier' })).roles]).toEqual(['sender'])
})

test('a sandbox stands in for every service that is not configured', async () => {
  const config = await load({ SANDBOX_URL: endpoints.http })
  expect(config.telegram).toMatchObject({ botToken: '1:SANDBOX', apiRoot: endpoints.botApiRoot })
  expect(config.mail.smtpUrl).toBe(endpoints.smtp)
  expect(config.sandbox).toEqual({
    url: endpoints.http,
    services: ['telegram', 'mail', 'payments'],
  })
})

test('a real bot token and no other change leads to the real Bot API', async () => {
  const config = await load({ SANDBOX_URL: endpoints.http, TELEGRAM_BOT_TOKEN: '123:real' })
  expect(config.telegram).toMatchObject({
    botToken: '123:real',
    apiRoot: 'https://api.telegram.org',
  })
  expect(config.sandbox?.services).toEqual(['mail', 'payments'])
})

test('payments that move no money are known by where they are taken and by whose keys', async () => {
  const polar = {
    POLAR_ACCESS_TOKEN: 'polar_oat_1',
    POLAR_WEBHOOK_SECRET: 'polar_whs_1',
    POLAR_PRODUCT_PRO: endpoints.payments.polar.productPro,
  }
  const stripe = (key: string) => ({
    STRIPE_SECRET_KEY: key,
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    STRIPE_PRICE_PRO: 'price_1',
  })
  const isTest = async (env: Record<string, string>) => isTestMoney((await load(env)).payments)
  expect(await isTest({ SANDBOX_URL: endpoints.http })).toBe(true)
  expect(await isTest(polar)).toBe(false)
  expect(await isTest({ ...polar, POLAR_BASE_URL: 'https://sandbox-api.polar.sh' })).toBe(true)
  expect(await isTest(stripe('sk_test_1'))).toBe(true)
  expect(await isTest(stripe('sk_live_1'))).toBe(false)
})

test('a public server never opens the sandbox, and says all it lacks at once', async () => {
  const found = await problems({
    PUBLIC_URL: 'https://carillon.example.org',
    SANDBOX: 'on',
    SANDBOX_URL: endpoints.http,
  })
  expect(found.map((line) => line.split(' ')[0])).toEqual([
    'SANDBOX=on',
    'SMTP_URL',
    'SECRETS_KEYS',
  ])
  const config = await load({
    PUBLIC_URL: 'https://carillon.example.org/',
    SANDBOX_URL: endpoints.http,
    SMTP_URL: 'smtps://mail.example.org',
    SECRETS_KEYS: `k1:${Buffer.alloc(32).toString('base64')}`,
  })
  expect(config).toMatchObject({
    sandbox: undefined,
    local: false,
    publicUrl: 'https://carillon.example.org',
    auth: { emailVerification: true },
  })
})

test('listening on all addresses counts as public', async () => {
  expect(await problems({ HOST: '0.0.0.0' })).toHaveLength(2)
})

test.each([
  ['PORT', 'eighty', /^PORT/],
  ['ROLES', 'web,cook', /ROLES: knows web, .* not cook/],
  ['SMTP_URL', 'mail.example.org', /SMTP_URL: must begin with smtp/],
  ['TELEGRAM_BOT_TOKEN', 'hello', /TELEGRAM_BOT_TOKEN: must be a bot token/],
  ['AUTH_ISSUER', 'firebase', /FIREBASE_PROJECT_ID is missing/],
  ['STORAGE', 's3', /S3_BUCKET is missing/],
  ['DATABASE_URL', 'hello', /^DATABASE_URL: is not an address like postgres:/],
  ['DATABASE_URL', 'postgres://me:pass#word@host/db', /^DATABASE_URL: is not .* # as %23/],
  ['DATABASE_URL', 'mysql://me@host/db', /^DATABASE_URL: must begin with postgres:/],
  ['TRUST_PROXY', 'true', /^TRUST_PROXY: must not be true: .* usually 1/],
  ['TRUST_PROXY', 'yes', /^TRUST_PROXY: must be the number of proxies/],
  ['TRUST_PROXY', '99', /^TRUST_PROXY: must be the number of proxies/],
  ['TRUST_PROXY', '10.0.0.0/0', /^TRUST_PROXY: must be the number of proxies/],
  ['TRUST_PROXY', '10.0.0.0/33', /^TRUST_PROXY: must be the number of proxies/],
  ['TRUST_PROXY', 'loopback,', /^TRUST_PROXY: must be the number of proxies/],
  ['SECRETS_KEYS', 'k1', /^SECRETS_KEYS: must be name:key pairs/],
  ['SECRETS_KEYS', 'k1:c2hvcnQ=', /^SECRETS_KEYS: must be name:key pairs/],
  ['AUTH_SECRETS', '1:short', /^AUTH_SECRETS: must be version:secret pairs/],
])('%s=%s is told with its name', async (name, value, words) => {
  expect((await problems({ [name]: value })).join('\n')).toMatch(words)
})

test('an empty variable counts as not set', async () => {
  expect((await load({ PORT: '', TELEGRAM_BOT_TOKEN: '' })).port).toBe(3000)
})

test('a Bot API server of one’s own is used, also without a bot of this server', async () => {
  const own = 'http://127.0.0.1:8081'
  const config = await load({ SANDBOX_URL: endpoints.http, TELEGRAM_API_ROOT: `${own}/` })
  expect(config.telegram).toMatchObject({ botToken: undefined, apiRoot: own })
  expect(config.sandbox?.services).toEqual(['mail', 'payments'])
})

test('instead of a token, the bot of this server can be put out of service', async () => {
  const config = await load({ SANDBOX_URL: endpoints.http, TELEGRAM_BOT_TOKEN: 'retire' })
  expect(config.telegram).toMatchObject({ botToken: undefined, retireBot: true })
})

test.each(['TELEGRAM_BOT_TOKEN', 'DATABASE_URL', 'SECRETS_KEYS', 'AUTH_SECRETS', 'TRUST_PROXY'])(
  'a problem of %s never repeats the value: it may be a secret',
  async (name) => {
    const found = await problems({ [name]: 'my-secret' })
    expect(found).toHaveLength(1)
    expect(found.join()).not.toContain('my-secret')
  },
)

test('several settings that cannot be read are told in one go', async () => {
  const found = await problems({ TRUST_PROXY: 'true', DATABASE_URL: 'hello', SECRETS_KEYS: 'k' })
  expect(found.map((line) => line.replace(/:.*/, '')).toSorted()).toEqual([
    'DATABASE_URL',
    'SECRETS_KEYS',
    'TRUST_PROXY',
  ])
})

test('an operator changes a limit by its setting; what is no number is named', async () => {
  expect((await load({})).limits.activeSeries).toBe(100)
  expect((await load({ LIMIT_ACTIVE_SERIES: '7' })).limits).toMatchObject({
    activeSeries: 7,
    messages: 5_000,
  })
  expect(await problems({ LIMIT_ACTIVE_SERIES: 'many', LIMIT_MESSAGES: '0' })).toEqual([
    'LIMIT_ACTIVE_SERIES: must be a whole number from 1 to 999999999 (active automated messages).',
    'LIMIT_MESSAGES: must be a whole number from 1 to 999999999 (messages, drafts and sent ones included).',
  ])
})
