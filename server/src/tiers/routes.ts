import { getConfig, type PublicConfig } from '@carillon/contract/config'
import { PAYMENTS_OFF } from '@carillon/contract/payments'
import { plans, tierLimits } from '@carillon/contract/tiers'
import type { Config } from '../platform/config.ts'
import type { Api } from '../platform/http/route.ts'
import { isTestMoney } from '../platform/payment-settings.ts'
import { route } from '../platform/http/route.ts'

/** What only the composed server knows: its channels and where its sandbox shows itself. */
export type Offers = Pick<PublicConfig, 'channels' | 'sandbox'>

/** Mounts GET /api/config; `offers` is asked at every call, since channels come and go. */
export function tierRoutes(api: Api, offers: () => Promise<Offers>): void {
  route(api, getConfig, async (_, { config, payments }) => ({
    product: 'Carillon' as const,
    identity: identityOf(config),
    plans: [...plans],
    limits: tierLimits,
    caps: capsOf(config),
    payments: payments
      ? { available: true, provider: payments.name, test: isTestMoney(config.payments) }
      : { available: false, reason: PAYMENTS_OFF },
    authPolicy: {
      passwordMinLength: config.auth.passwordMinLength,
      emailVerification: config.auth.emailVerification,
    },
    ...(await offers()),
  }))
}

function capsOf({ limits }: Config): PublicConfig['caps'] {
  const { messages, activeSeries, slotContents, groups, connections } = limits
  return { messages, activeSeries, slotContents, groups, connections }
}

/** Which identity service the browser talks to, with the values that are public by design. */
function identityOf({ auth }: Config): PublicConfig['identity'] {
  const { projectId, apiKey } = auth.firebase
  const { url, anonKey } = auth.supabase
  return {
    issuer: auth.issuer,
    ...(auth.issuer === 'firebase' && projectId && apiKey
      ? { firebase: { projectId, apiKey } }
      : {}),
    ...(auth.issuer === 'supabase' && url && anonKey ? { supabase: { url, anonKey } } : {}),
  }
}
