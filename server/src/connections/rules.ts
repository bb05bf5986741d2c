import { channelFacts } from '@carillon/contract/channels'
import type { ChannelKind } from '@carillon/contract/config'
import type { ConnectionStatus, Pairing } from '@carillon/contract/connections'
import type { Attention } from '@carillon/contract/wire'
import { isLive, type AccountStatus } from '../accounts/rules.ts'
import * as words from './words.ts'

/** The facts that decide the status of a connection. */
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
  /** A pairing in steps: open, or expired because nobody did its step in time. */
  session: 'open' | 'expired' | null
  /** Until when it stays linked though the user's tier may not use it. */
  idleUntil: Date | null
  /** Whether it has never been paired. */
  unknown: boolean
  /** Why the last code or the last pairing in steps failed. */
  note: string | null
}

/** Through a shared account there is nothing to see before the first proved chat: pairing until then. */
export function statusOf({
  account,
  tokenShown,
  proved,
  session,
}: ConnectionFacts): ConnectionStatus {
  if (session === 'open') return 'pairing'
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
  // An account that is paired in steps is paired again, not connected by a token.
  if (!channelFacts[account.channel].tokenFrom) return undefined
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

/** A problem that needs a person, in words, with an action that helps. */
export function attentionOf(facts: ConnectionFacts, now: Date): Attention | undefined {
  const { account, tokenShown, link, note, session } = facts
  if (session === 'open') return undefined
  if (session === 'expired') {
    return { code: 'code_expired', text: words.codeExpired, action: NEW_CODE }
  }
  const tokenFrom = channelFacts[account.channel].tokenFrom
  const again = tokenFrom ? PASTE_TOKEN : { label: facts.unknown ? 'Link it' : 'Link it again' }
  if (!tokenFrom && note) return { code: 'pairing_failed', text: note, action: NEW_CODE }
  if (facts.unknown) {
    return { code: 'not_paired', text: words.notPairedYet(account), action: again }
  }
  if (!isLive(account.status)) {
    return {
      code: account.status,
      text: account.reason ?? words.notConnected(account),
      ...(account.shared ? {} : { action: again }),
    }
  }
  if (facts.idleUntil) {
    const action = { label: 'See Pro', href: '/dashboard/pricing' }
    return { code: 'idle', text: words.idleUntil(account, facts.idleUntil), action }
  }
  if (!tokenShown)
    return { code: 'token_changed', text: words.tokenChanged(account), action: again }
  if (note) return { code: 'code_refused', text: note, action: { label: 'Make a new link' } }
  if (link && link.expiresAt <= now && statusOf(facts) === 'pairing') {
    return {
      code: 'link_expired',
      text: words.linkExpired(account),
      action: { label: 'Make a new link' },
    }
  }
  return account.status === 'connected' && account.reason
    ? { code: 'account', text: account.reason }
    : undefined
}

const NEW_CODE = { label: 'Get a new code' }
const PASTE_TOKEN = { label: 'Paste its current token' }

/**
 * The effect of an outage on the messages of a user: how many were, or will be, sent late, skipped or failed.
 * `source` and `sourceId` name the source of those that were not sent, if there is only one.
 */
export type OutageEffect = {
  late: number
  skipped: number
  failed: number
  source: 'message' | 'cycle' | null
  sourceId: string | null
}
