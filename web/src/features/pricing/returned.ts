import { openStored } from '../../ui/stored.ts'

/** Where it is kept what this tab has left for the checkout with, and what is pending since. */
export const checkoutStored = openStored('sessionStorage', 'checkout')

/**
 * What an address says of a checkout, and its query without that: undefined when it says nothing. Without
 * an id it tells of none that succeeded, and there is nothing to verify.
 */
export function returnedCheckout(search: string): { id?: string; rest: string } | undefined {
  const query = new URLSearchParams(search)
  const success = query.get('checkout_success')
  const id = query.get('checkout_id')
  if (success === null && id === null) return undefined
  query.delete('checkout_success')
  query.delete('checkout_id')
  const rest = query.toString()
  return { ...(success === 'true' && id ? { id } : {}), rest: rest && `?${rest}` }
}
