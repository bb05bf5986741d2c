import { z } from 'zod'

/** Where money is real. */
const POLAR = 'https://api.polar.sh'
const STRIPE = 'https://api.stripe.com'

/** Who sells plans, and what each provider gives its sellers. */
export const paymentSettings = {
  /** Unset: whoever is configured; else the sandbox while the server is local; else nobody. */
  PAYMENTS: z.enum(['sandbox', 'polar', 'stripe', 'off']).optional(),
  POLAR_ACCESS_TOKEN: z.string().optional(),
  POLAR_WEBHOOK_SECRET: z.string().optional(),
  POLAR_PRODUCT_PRO: ids(
    /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
    'must be the id of the product, like 1a2b3c4d-… as Polar shows it',
  ),
  POLAR_BASE_URL: providerAddress(POLAR),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_/, 'must be a secret or restricted key, which begins with sk_ or rk_')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_/, 'must be the signing secret of the endpoint, which begins with whsec_')
    .optional(),
  STRIPE_PRICE_PRO: ids(/^price_/, 'must be the id of the price, which begins with price_'),
  STRIPE_BASE_URL: providerAddress(STRIPE),
}

const Settings = z.object(paymentSettings)
type Settings = z.infer<typeof Settings>

/** What the sandbox says of its payments. */
export const SandboxPayments = z.object({
  polar: z.object({
    baseUrl: z.url(),
    accessToken: z.string(),
    webhookSecret: z.string(),
    productPro: z.string(),
  }),
  stripe: z.object({
    baseUrl: z.url(),
    secretKey: z.string(),
    webhookSecret: z.string(),
    pricePro: z.string(),
  }),
})
export type SandboxPayments = z.infer<typeof SandboxPayments>

export type PaymentConfig =
  | { provider: 'off' }
  | {
      provider: 'polar'
      accessToken: string
      webhookSecret: string
      products: Ids
      baseUrl: string
    }
  | { provider: 'stripe'; secretKey: string; webhookSecret: string; prices: Ids; baseUrl: string }

/** What counts as Pro; the first one is sold. */
type Ids = readonly [string, ...string[]]

type Surroundings = { local: boolean; sandboxed: boolean }

/** What is wrong with the settings of payments, a sentence each. */
export function paymentProblems(settings: Settings, { local, sandboxed }: Surroundings): string[] {
  const { PAYMENTS, POLAR_ACCESS_TOKEN, STRIPE_SECRET_KEY } = settings
  if (!PAYMENTS && POLAR_ACCESS_TOKEN && STRIPE_SECRET_KEY) {
    return [
      'POLAR_ACCESS_TOKEN and STRIPE_SECRET_KEY are both set: say who sells with PAYMENTS=polar or PAYMENTS=stripe.',
    ]
  }
  if (PAYMENTS === 'sandbox' && !local) {
    return [
      'PAYMENTS=sandbox needs HOST and PUBLIC_URL on this machine: whoever reaches the sandbox pays with test money.',
    ]
  }
  if (PAYMENTS === 'sandbox' && !sandboxed) {
    return ['PAYMENTS=sandbox needs the sandbox, which `npm start` starts unless SANDBOX=off.']
  }
  const seller = sellerOf(settings, sandboxed)
  if (seller === 'polar' || seller === 'stripe') return missingOf(settings, seller)
  return []
}

/** The provider and what it needs; the problems have been looked for before. */
export function paymentConfig(
  settings: Settings,
  sandbox: SandboxPayments | undefined,
): PaymentConfig {
  switch (sellerOf(settings, sandbox !== undefined)) {
    case 'off':
      return { provider: 'off' }
    case 'sandbox':
      return sandbox ? sandboxConfig(sandbox) : { provider: 'off' }
    case 'polar':
      return {
        provider: 'polar',
        accessToken: settings.POLAR_ACCESS_TOKEN ?? '',
        webhookSecret: settings.POLAR_WEBHOOK_SECRET ?? '',
        products: settings.POLAR_PRODUCT_PRO ?? [''],
        baseUrl: settings.POLAR_BASE_URL.replace(/\/$/, ''),
      }
    case 'stripe':
      return {
        provider: 'stripe',
        secretKey: settings.STRIPE_SECRET_KEY ?? '',
        webhookSecret: settings.STRIPE_WEBHOOK_SECRET ?? '',
        prices: settings.STRIPE_PRICE_PRO ?? [''],
        baseUrl: settings.STRIPE_BASE_URL.replace(/\/$/, ''),
      }
  }
}

/** Whether payments are only played, and no money moves: in a sandbox, ours or the provider's, or by test keys. */
export function isTestMoney(payments: PaymentConfig): boolean {
  switch (payments.provider) {
    case 'off':
      return false
    case 'polar':
      return payments.baseUrl !== POLAR
    case 'stripe':
      return payments.baseUrl !== STRIPE || /^\w+_test_/.test(payments.secretKey)
  }
}

/** Whether the sandbox is who sells. */
export const sandboxSells = (settings: Settings, sandboxed: boolean): boolean =>
  sellerOf(settings, sandboxed) === 'sandbox'

function sellerOf(settings: Settings, sandboxed: boolean): NonNullable<Settings['PAYMENTS']> {
  if (settings.PAYMENTS) return settings.PAYMENTS
  if (settings.POLAR_ACCESS_TOKEN) return 'polar'
  if (settings.STRIPE_SECRET_KEY) return 'stripe'
  return sandboxed ? 'sandbox' : 'off'
}

/** The sandbox sells by Polar's protocol, so that the real adapter and its SDK are what is tried. */
function sandboxConfig({ polar }: SandboxPayments): PaymentConfig {
  const { accessToken, webhookSecret, productPro, baseUrl } = polar
  return { provider: 'polar', accessToken, webhookSecret, products: [productPro], baseUrl }
}

const needed = {
  polar: {
    POLAR_ACCESS_TOKEN: 'an access token of your organization at Polar',
    POLAR_WEBHOOK_SECRET: 'the secret of the webhook endpoint at Polar',
    POLAR_PRODUCT_PRO: 'the id of the product at Polar that is sold as Pro',
  },
  stripe: {
    STRIPE_SECRET_KEY: 'the secret key of your account at Stripe',
    STRIPE_WEBHOOK_SECRET: 'the signing secret of the webhook endpoint at Stripe',
    STRIPE_PRICE_PRO: 'the id of the monthly price at Stripe that is sold as Pro',
  },
} as const

function missingOf(settings: Settings, seller: 'polar' | 'stripe'): string[] {
  return Object.entries(needed[seller])
    .filter(([name]) => !settings[name as keyof Settings])
    .map(([name, what]) => `${name} is missing: payments by ${seller} need ${what}.`)
}

/** One id, or several with commas between them: what was sold before still counts. */
function ids(pattern: RegExp, message: string) {
  const listOf = (text: string): Ids => {
    const [first = '', ...others] = text.split(',').map((one) => one.trim())
    return [first, ...others]
  }
  return z
    .string()
    .refine((text) => listOf(text).every((one) => pattern.test(one)), message)
    .transform(listOf)
    .optional()
}

/** A key is sent there: only over TLS, or to this machine. */
function providerAddress(usual: string) {
  const own = /^(https:\/\/|http:\/\/(localhost|127(\.\d+){3}|\[::1\])(:\d+)?(\/|$))/
  return z.url().regex(own, 'must begin with https://').default(usual)
}
