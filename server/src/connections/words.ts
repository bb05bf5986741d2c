import { channelFacts } from '@carillon/contract/channels'
import type { ChannelKind } from '@carillon/contract/config'
import type { LostAccount } from '../accounts/port.ts'
import type { Notice } from '../notifications/rules.ts'
import type { CodeRefusal } from './link-code-rules.ts'

/** What a person reads whose account has a token that they have not shown. */
export function tokenChanged({ channel }: { channel: ChannelKind }): string {
  const { account, tokenFrom } = channelFacts[channel]
  const from = tokenFrom ? ` from ${tokenFrom}` : ''
  return `The token of this ${account} was changed. Paste its current token${from} to go on.`
}

/** What stands at a connection whose account was lost without a reason. */
export const notConnected = ({ channel }: { channel: ChannelKind }) =>
  `This ${channelFacts[channel].account} is not connected any more.`

/** What stands at a connection whose link nobody used in time. */
export const linkExpired = ({ channel }: { channel: ChannelKind }) =>
  `The link has expired before the ${channelFacts[channel].account} was added to a group.`

/** What stands at a connection whose last code was not taken. */
export function codeRefusalWords(refusal: CodeRefusal, title: string): string {
  switch (refusal) {
    case 'used':
      return `The link was used again in “${title}”, and Carillon cannot tell that it was the person who used it first. A channel does not say who posts there: make a new link for it.`
    case 'expired':
      return `The link had expired when it was used in “${title}”.`
    case 'not_admin':
      return `The code was sent by somebody who is not an admin of “${title}”.`
    case 'gone':
      return `The bot was removed from “${title}” before it could be connected.`
  }
}

type Account = { id: string; channel: ChannelKind; identity: string; shared: boolean }

/** What people read when an account that they send through is lost. */
export function noticeOfLoss(account: Account, { status, reason }: LostAccount): Notice {
  return {
    kind: 'connections',
    reason: `${status} ${account.id}`,
    title: `${account.identity} ${lostWords[status]}`,
    message: account.shared
      ? `${reason} Whoever runs this server has to mend it; what is due meanwhile is not sent.`
      : `${reason} What is due meanwhile is not sent.`,
    link: channelFacts[account.channel].managerPath,
  }
}

/** What people read whose connection may do nothing until they show the new token of its bot. */
export const noticeOfNewToken = (account: Account & { tokenVersion: number }): Notice => ({
  kind: 'connections',
  reason: `token ${account.tokenVersion} ${account.id}`,
  title: `${account.identity} has a new token`,
  message: `${tokenChanged(account)} What is due meanwhile is not sent through your connection.`,
  link: channelFacts[account.channel].managerPath,
})

const lostWords: Record<LostAccount['status'], string> = {
  needs_pairing: 'must be connected again',
  restricted: 'is restricted for now',
  banned: 'was banned',
}
