import type { Subscription } from '@carillon/contract/payments'

/** What a subscription costs: `$24.99 per month`. */
export function priceWords({ cents, currency, interval }: Subscription['price']): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  // Some currencies have no cents.
  const { maximumFractionDigits: digits = 2 } = format.resolvedOptions()
  return `${format.format(cents / 10 ** digits)} per ${interval}`
}
