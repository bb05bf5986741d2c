/** How a list of messages is narrowed to a network and ordered, as it stands in the address. */
export const networks = { telegram: 'Telegram', whatsapp: 'WhatsApp' } as const
export type NetworkName = keyof typeof networks

export const orders = { next: 'Next run first', changed: 'Last changed first' } as const
export type Order = keyof typeof orders

export type NarrowedTo = { network?: NetworkName; sort?: Order }

/** What an address asks for; what it says wrongly, or what holds anyway, is left out. */
export function orderIn(search: URLSearchParams): NarrowedTo {
  const network = search.get('network') ?? ''
  return {
    ...(network in networks ? { network: network as NetworkName } : {}),
    ...(search.get('sort') === 'changed' ? { sort: 'changed' as const } : {}),
  }
}
