import { randomBytes, randomUUID } from 'node:crypto'
import type {
  Checkout,
  Customer,
  Delivery,
  Invoice,
  Keys,
  Provider,
  Subscription,
} from '../world/payments/model.ts'
import type { PaymentState } from '../world/payments/state.ts'
import type { World } from '../world/world.ts'

/** The events of one act, in order. Each provider turns them into webhooks of its own. */
export type Happening =
  | { kind: 'customer.created' | 'customer.deleted'; customer: Customer }
  | {
      kind:
        | 'checkout.created'
        | 'checkout.changed'
        | 'checkout.completed'
        | 'checkout.refused'
        | 'checkout.expired'
      checkout: Checkout
    }
  | {
      kind:
        | 'subscription.created'
        | 'subscription.changed'
        | 'subscription.renewed'
        | 'subscription.canceled'
        | 'subscription.uncanceled'
        | 'subscription.past_due'
        | 'subscription.recovered'
        | 'subscription.ended'
      subscription: Subscription
    }
  | { kind: 'invoice.paid' | 'invoice.failed' | 'invoice.refunded'; invoice: Invoice }

/** The state of all payments, and the few things everything on it needs. */
export type Billing = {
  readonly world: World
  readonly state: PaymentState
  readonly keys: Keys
  /** The billing clock: the sandbox's, and as far ahead as somebody moved it. */
  now(): number
  /** Sends what happened, all of one act together. */
  tell(happenings: Happening[], delivery?: Delivery): void
  /** Executes everything that is due: renewals, ends, and payments that the bank was still processing. */
  runDue(): void
}

/** The keys of this sandbox: made once, and kept with its world. */
export function keysOf(world: World): Keys {
  if (!world.state.payments.keys) world.commit({ type: 'paymentKeysMade', keys: newKeys() })
  return world.state.payments.keys ?? newKeys()
}

const newKeys = (): Keys => ({
  polar: {
    accessToken: `polar_oat_${letters(43)}`,
    webhookSecret: `polar_whs_${letters(43)}`,
    organizationId: randomUUID(),
    productId: randomUUID(),
    priceId: randomUUID(),
  },
  stripe: {
    secretKey: `sk_test_${letters(99)}`,
    webhookSecret: `whsec_${letters(32)}`,
    productId: `prod_${letters(14)}`,
    priceId: `price_${letters(24)}`,
  },
})

/** Nobody guesses it: whoever has the address of a checkout can pay in it. */
export function letters(length: number): string {
  const text = randomBytes(length * 2)
    .toString('base64')
    .replace(/[^A-Za-z0-9]/g, '')
  return text.slice(0, length)
}

const prefixes = {
  customer: 'cus_',
  checkout: 'cs_test_',
  subscription: 'sub_',
  invoice: 'in_',
  portal: 'bps_',
} as const

/** A new id as this provider writes them. */
export const newId = (provider: Provider, kind: keyof typeof prefixes): string =>
  provider === 'polar' ? randomUUID() : `${prefixes[kind]}${letters(kind === 'checkout' ? 58 : 24)}`

/** The one thing this seller sells. */
export const PLAN = { name: 'Pro', cents: 2499, currency: 'usd' } as const
