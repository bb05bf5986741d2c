import type { ChannelKind } from './config.ts'

/** What the pages show of a channel, whether or not it can be used yet. */
export type ChannelFacts = {
  /** The network, as people call it. */
  network: string
  /** What an account of it is called. */
  account: string
  /** Where people get a token, when that is how they connect. */
  tokenFrom?: string
  /** Whether a user must agree to how it is used before an account of theirs is connected. */
  asksConsent?: true
  /**
   * What its network makes possible where an answer is lost. `once`: it recognizes a message that is sent again.
   * Otherwise a message is sent again only if a person says so.
   */
  guarantee: 'once' | 'at-most-once, asks'
  /** The page where its connections and groups are managed. */
  managerPath: string
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
    guarantee: 'once',
    managerPath: '/dashboard/whatsapp-manager',
    statusEvent: 'WHATSAPP_STATUS',
  },
}
