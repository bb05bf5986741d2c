import type { ChannelKind } from './config.ts'

/** The names that people use for networks, and the ids that contents and filters use for them. */
const networkIds = { Telegram: 'telegram', WhatsApp: 'whatsapp' } as const

type NetworkName = keyof typeof networkIds

/** A network by its id. */
export type Network = (typeof networkIds)[NetworkName]

export const NETWORKS: readonly Network[] = Object.values(networkIds)

/** The network of a channel. */
export const networkOf = ({ network }: Pick<ChannelFacts, 'network'>): Network =>
  networkIds[network]

/** What the pages show about a channel, whether or not it can be used yet. */
export type ChannelFacts = {
  /** The network, as people call it. */
  network: NetworkName
  /** What an account of it is called. */
  account: string
  /** Where people get a token, when that is how they connect. */
  tokenFrom?: string
  /** Whether a user must agree to how it is used before an account of theirs is connected. */
  asksConsent?: true
  /**
   * What happens after a lost answer. `once`: the network recognizes a message that is sent again, so it appears
   * once. `at-most-once, asks`: the message is sent again only if a person decides so.
   */
  guarantee: 'once' | 'at-most-once, asks'
  /** The page where its connections and groups are managed. */
  managerPath: string
  /** What a tier must allow for it to be used; without it every tier does. */
  needs?: 'whatsappAccess'
  /** The live event that reports changes of its connections. */
  statusEvent: 'TELEGRAM_STATUS' | 'WHATSAPP_STATUS'
}

const telegram = {
  network: 'Telegram',
  managerPath: '/dashboard/telegram-manager',
  statusEvent: 'TELEGRAM_STATUS',
} as const

export const channelFacts: Readonly<Record<ChannelKind, ChannelFacts>> = {
  'telegram-bot': {
    ...telegram,
    account: 'bot',
    tokenFrom: 'BotFather',
    guarantee: 'at-most-once, asks',
  },
  'telegram-user': { ...telegram, account: 'account', guarantee: 'once' },
  whatsapp: {
    network: 'WhatsApp',
    account: 'account',
    asksConsent: true,
    needs: 'whatsappAccess',
    guarantee: 'once',
    managerPath: '/dashboard/whatsapp-manager',
    statusEvent: 'WHATSAPP_STATUS',
  },
}
