import type { Config } from '../platform/config.ts'
import type { PaymentProvider } from './port.ts'

/** The provider that the settings name; nobody when payments are off. */
export function openProvider({ payments }: Pick<Config, 'payments'>): PaymentProvider | undefined {
  switch (payments) {
    case 'off':
      return undefined
  }
}
