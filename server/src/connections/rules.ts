import type { ChannelKind } from '@carillon/contract/config'
import type { ConnectionStatus, Pairing } from '@carillon/contract/connections'
import type { Attention } from '@carillon/contract/wire'
import type { LostAccount } from '../accounts/port.ts'
import { isLive, type AccountStatus } from '../accounts/rules.ts'
import type { Notice } from '../notifications/rules.ts'

/** What decides how a connection stands. */
export type Standing = {
  account: { status: AccountStatus; reason: string | null; shared: boolean }
  /** Whether an admin's code has proved at least one chat. */
  proved: boolean
  /** The link on the user's screen, while one was asked for. */
  link: { expiresAt: Date } | null
  /** What went wrong with the last code. */
  note: string | null
}

/** Through a shared account there is nothing to see before the first proved chat: pairing until then. */
export function statusOf({ account, proved }: Standing): ConnectionStatus {
  if (!isLive(account.status)) return account.status
  return account.shared && !proved ? 'pairing' : account.status
}

/** The next thing the person does, if there is one. */
export function pairingStep(standing: Standing, now: Date): Pairing['step'] | undefined {
  const { account, link } = standing
  if (!isLive(account.status)) return account.shared ? undefined : 'token'
  if (link && link.expiresAt > now) return 'open_link'
  return statusOf(standing) === 'pairing' ? 'open_link' : undefined
}

/** What people read when an account that they send through is lost. */
export function noticeOfLoss(
  account: { id: string; channel: ChannelKind; identity: string; shared: boolean },
  { status, reason }: LostAccount,
): Notice {
  const page = account.channel === 'whatsapp' ? 'whatsapp-manager' : 'telegram-manager'
  return {
    kind: 'connections',
    reason: `${status} ${account.id}`,
    title: `${account.identity} ${lostWords[status]}`,
    message: account.shared
      ? `${reason} Whoever runs this server has to mend it; what is due meanwhile is not sent.`
      : `${reason} What is due meanwhile is not sent.`,
    link: `/dashboard/${page}`,
  }
}

const lostWords: Record<LostAccount['status'], string> = {
  needs_pairing: 'must be connected again',
  restricted: 'is restricted for now',
  banned: 'was banned',
}

/** What the person should look at, in words, with what mends it. */
export function attentionOf(standing: Standing, now: Date): Attention | undefined {
  const { account, link, note } = standing
  if (!isLive(account.status)) {
    return {
      code: account.status,
      text: account.reason ?? 'This bot is not connected any more.',
      ...(account.shared ? {} : { action: { label: 'Paste its current token' } }),
    }
  }
  if (note) return { code: 'code_refused', text: note, action: { label: 'Make a new link' } }
  if (link && link.expiresAt <= now && statusOf(standing) === 'pairing') {
    const text = 'The link has expired before the bot was added to a group.'
    return { code: 'link_expired', text, action: { label: 'Make a new link' } }
  }
  return account.status === 'connected' && account.reason
    ? { code: 'account', text: account.reason }
    : undefined
}
