import type { Context } from '../platform/context.ts'
import { polar } from './polar/provider.ts'
import type { PaymentProvider } from './port.ts'
import { stripe } from './stripe/provider.ts'

/** The provider that the settings name; nobody when payments are off. */
export function openProvider({
  config: { payments },
  clock,
}: Pick<Context, 'config' | 'clock'>): PaymentProvider | undefined {
  switch (payments.provider) {
    case 'off':
      return undefined
    case 'polar':
      return polar(payments, clock)
    case 'stripe':
      return stripe(payments, clock)
  }
}
