/** `identity` is what its users see (`@carillon_bot`), `username` the same for links, `name` what it calls itself. */
export type Identity = {
  externalId: string
  identity: string
  username: string
  name: string
  traits?: Traits
}

/**
 * What an account can do more or less than others of its channel, such as a paid subscription to the
 * network; only the adapter reads it.
 */
export type Traits = Readonly<Record<string, string | number | boolean>>

/** Where the network may bring updates by itself, and what proves that it is the network. */
export type Hook = { url: string; secret: string }

/** An account as adapters see it, its credentials opened. */
export type ChannelAccount = Identity & {
  id: string
  credentials: string
  updateOffset: number | null
  /** Counts its owners, where a session is opened: what an earlier one writes is refused. */
  epoch?: number
  /**
   * Makes what the network is to register, where this server has an address for it: from then on only the
   * new secret proves that it is the network, so it is made when the network is about to be asked.
   */
  webhook?: () => Promise<Hook>
}
