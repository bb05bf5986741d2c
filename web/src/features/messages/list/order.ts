/** The network filter and the order of a list of messages, as the address has them. */
export const networks = { telegram: 'Telegram', whatsapp: 'WhatsApp' } as const
export type NetworkName = keyof typeof networks

export const orders = { next: 'Next run first', changed: 'Last changed first' } as const
export type Order = keyof typeof orders

export type NarrowedTo = { network?: NetworkName; sort?: Order }

/** The order in an address; unknown values and defaults are left out. */
export function orderIn(search: URLSearchParams): NarrowedTo {
  const network = search.get('network') ?? ''
  return {
    ...(network in networks ? { network: network as NetworkName } : {}),
    ...(search.get('sort') === 'changed' ? { sort: 'changed' as const } : {}),
  }
}
