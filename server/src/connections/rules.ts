import { channelFacts } from '@carillon/contract/channels'
import type { ChannelKind } from '@carillon/contract/config'
import type { ConnectionStatus, Pairing } from '@carillon/contract/connections'
import type { Attention } from '@carillon/contract/wire'
import type { LostAccount } from '../accounts/port.ts'
import { isLive, type AccountStatus } from '../accounts/rules.ts'
import type { Notice } from '../notifications/rules.ts'

/** What decides the status of a connection. */
export type ConnectionFacts = {
  account: {
    channel: ChannelKind
    status: AccountStatus
    reason: string | null
    shared: boolean
  }
  /** Whether the user has shown the token that the bot has now; a shared bot asks for none. */
  tokenShown: boolean
  /** Whether an admin's code has proved at least one chat. */
  proved: boolean
  /** The link on the user's screen, while one was asked for. */
  link: { expiresAt: Date } | null
  /** What went wrong with the last code. */
  note: string | null
}

/** Through a shared account there is nothing to see before the first proved chat: pairing until then. */
export function statusOf({ account, tokenShown, proved }: ConnectionFacts): ConnectionStatus {
  if (!isLive(account.status)) return account.status
  if (!tokenShown) return 'needs_pairing'
  return account.shared && !proved ? 'pairing' : account.status
}

/** The next thing the person does, if there is one. */
export function pairingStep(
  facts: ConnectionFacts,
  now: Date,
): Extract<Pairing['step'], 'token' | 'open_link'> | undefined {
  const { account, tokenShown, link } = facts
  if (!isLive(account.status)) return account.shared ? undefined : 'token'
  if (!tokenShown) return 'token'
  if (link && link.expiresAt > now) return 'open_link'
  return statusOf(facts) === 'pairing' ? 'open_link' : undefined
}

/** Whether the user of a connection has shown the token that its account has; a shared one asks for none. */
export const showsToken = (connection: {
  tokenVersion: number
  account: { shared: boolean; tokenVersion: number }
}) => connection.account.shared || connection.tokenVersion === connection.account.tokenVersion

/** What a person reads whose account has a token that they have not shown. */
export function tokenChanged({ channel }: { channel: ChannelKind }): string {
  const { account, tokenFrom } = channelFacts[channel]
  const from = tokenFrom ? ` from ${tokenFrom}` : ''
  return `The token of this ${account} was changed. Paste its current token${from} to go on.`
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

/** What the person should look at, in words, with what mends it. */
export function attentionOf(facts: ConnectionFacts, now: Date): Attention | undefined {
  const { account, tokenShown, link, note } = facts
  if (!isLive(account.status)) {
    return {
      code: account.status,
      text:
        account.reason ??
        `This ${channelFacts[account.channel].account} is not connected any more.`,
      ...(account.shared ? {} : { action: PASTE_TOKEN }),
    }
  }
  if (!tokenShown)
    return { code: 'token_changed', text: tokenChanged(account), action: PASTE_TOKEN }
  if (note) return { code: 'code_refused', text: note, action: { label: 'Make a new link' } }
  if (link && link.expiresAt <= now && statusOf(facts) === 'pairing') {
    const text = `The link has expired before the ${channelFacts[account.channel].account} was added to a group.`
    return { code: 'link_expired', text, action: { label: 'Make a new link' } }
  }
  return account.status === 'connected' && account.reason
    ? { code: 'account', text: account.reason }
    : undefined
}

const PASTE_TOKEN = { label: 'Paste its current token' }
