/** The checkout that an address tells of, if it tells of one that succeeded, and the query without it. */
export function returnedCheckout(search: string): { id: string; rest: string } | undefined {
  const query = new URLSearchParams(search)
  const id = query.get('checkout_id')
  if (query.get('checkout_success') !== 'true' || !id) return undefined
  query.delete('checkout_success')
  query.delete('checkout_id')
  const rest = query.toString()
  return { id, rest: rest && `?${rest}` }
}
