import { createHmac } from 'node:crypto'
import type { Keys, Provider } from '../world/payments/model.ts'

type Unsigned = { id: string; body: string; /** Milliseconds since 1970. */ at: number }

/** The headers that prove who sent a webhook, as the provider writes them. */
export function signed(keys: Keys, provider: Provider, webhook: Unsigned): Record<string, string> {
  return provider === 'polar'
    ? standardHeaders(keys.polar.webhookSecret, webhook)
    : stripeHeader(keys.stripe.webhookSecret, webhook)
}

/** Standard Webhooks. Polar's secret is the key as it stands, not base64 of it. */
function standardHeaders(secret: string, { id, body, at }: Unsigned): Record<string, string> {
  const seconds = Math.floor(at / 1_000)
  const signature = createHmac('sha256', secret).update(`${id}.${seconds}.${body}`).digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${signature}`,
  }
}

function stripeHeader(secret: string, { body, at }: Unsigned): Record<string, string> {
  const seconds = Math.floor(at / 1_000)
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return { 'stripe-signature': `t=${seconds},v1=${signature}` }
}
