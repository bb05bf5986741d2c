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

/** The address to which the network delivers updates, and the secret that proves that the network sent them. */
export type Hook = { url: string; secret: string }

/** An account as adapters see it, with its credentials unsealed. */
export type ChannelAccount = Identity & {
  id: string
  credentials: string
  updateOffset: number | null
  /** The number of its owner, needed to open a session: writes of earlier owners are refused. */
  epoch?: number
  /**
   * Makes the address and a new secret for the network to register; left out if this server has no public address.
   * From then on only the new secret is valid, so call it just before the network is asked.
   */
  webhook?: () => Promise<Hook>
}
