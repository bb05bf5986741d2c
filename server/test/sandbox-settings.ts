import { loadConfig, type SandboxEndpoints } from '../src/platform/config.ts'

/** What a sandbox says of itself. */
export const endpoints: SandboxEndpoints = {
  http: 'http://127.0.0.1:4000',
  botApiRoot: 'http://127.0.0.1:4000/bot-api',
  botToken: '1:SANDBOX',
  botUsername: 'carillon_bot',
  smtp: 'smtp://127.0.0.1:2525',
  payments: {
    polar: {
      baseUrl: 'http://127.0.0.1:4000/polar',
      accessToken: 'polar_oat_SANDBOX',
      webhookSecret: 'polar_whs_SANDBOX',
      productPro: 'b4b1c9d0-0000-4000-8000-000000000001',
    },
    stripe: {
      baseUrl: 'http://127.0.0.1:4000/stripe',
      secretKey: 'sk_test_SANDBOX',
      webhookSecret: 'whsec_SANDBOX',
      pricePro: 'price_SANDBOX',
    },
  },
}

/** The settings of a server that such a sandbox stands beside. */
export const loadBesideSandbox = (env: Record<string, string>) =>
  loadConfig(env, async () => endpoints)
