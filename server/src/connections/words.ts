import { channelFacts } from '@carillon/contract/channels'
import type { ChannelKind } from '@carillon/contract/config'
import type { LostAccount } from '../accounts/port.ts'
import type { Notice } from '../notifications/rules.ts'
import type { OutageEffect } from './rules.ts'
import type { CodeRefusal } from './link-code-rules.ts'

/** The words for a connection whose account has a token that its user has not shown. */
export function tokenChanged({ channel }: { channel: ChannelKind }): string {
  const { account, tokenFrom } = channelFacts[channel]
  if (!tokenFrom) {
    return `This ${account} was linked again by somebody else who has it. Link it here again to go on.`
  }
  return `The token of this ${account} was changed. Paste its current token from ${tokenFrom} to go on.`
}

/** The refusal if a user has as many connections as allowed. */
export const tooMany = (most: string) =>
  `You have ${most} connections, the most this server allows. Disconnect one first.`

/** The words of a connection that the user's tier may not use, until its account is unlinked. */
export const idleUntil = ({ channel }: { channel: ChannelKind }, until: Date) =>
  `Your plan has no ${channelFacts[channel].network}: nothing is sent. The ${channelFacts[channel].account} stays linked until ${dayInFull.format(until)}.`

const dayInFull = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** Why an account was unlinked that its user's tier might not use for long. */
export const UNLINKED_IDLE =
  'Your plan has not had this network for 14 days, so the account was unlinked. With Pro you can link it again; its groups are kept.'

/** The refusal without the consent to how the network is used. */
export const consentMissing = (channel: ChannelKind) =>
  `Say first that you agree: ${channelFacts[channel].network} may restrict or ban an account that programs send with.`

/** The words of a connection that has no account yet. */
export const notPairedYet = ({ channel }: { channel: ChannelKind }) =>
  `No ${channelFacts[channel].network} account is linked yet.`

/** The words of a connection whose code was not used in time. */
export const codeExpired = 'The code has expired. Get a new one.'

/** Why a pairing ended that found another account than the connection is for. */
export const otherAccount = (account: { identity: string }, found: string) =>
  `You linked ${found}, but this connection is for ${account.identity}. To use ${found}, connect it as a new account.`

/** Added to the reason if an unwanted device was linked and unlinked again. */
export const UNLINKED_AGAIN = 'The new device was unlinked again.'
export const removeDevice = (channel: ChannelKind) =>
  `Remove the new device in ${channelFacts[channel].network} on your phone.`

/** The words if a paired account could not be stored. */
export const notKept = (channel: ChannelKind, undone: boolean) =>
  undone
    ? 'This server could not keep the link, so it was undone. Begin again.'
    : `This server could not keep the link. ${removeDevice(channel)} Then begin again.`

/** The notice if a pairing was canceled when the device was linked already and could not be unlinked. */
export const noticeOfDevice = (channel: ChannelKind): Notice => ({
  kind: 'connections',
  reason: `device left ${channel}`,
  title: `A device is linked in ${channelFacts[channel].network} that nobody uses`,
  message: `The linking was cancelled after the code was used. ${removeDevice(channel)}`,
  link: channelFacts[channel].managerPath,
})

/** The words of a connection whose account was lost without a reason. */
export const notConnected = ({ channel }: { channel: ChannelKind }) =>
  `This ${channelFacts[channel].account} is not connected any more.`

/** The words of a connection whose link was not used in time. */
export const linkExpired = ({ channel }: { channel: ChannelKind }) =>
  `The link has expired before the ${channelFacts[channel].account} was added to a group.`

/** The words of a connection whose last code was refused. */
export function codeRefusalWords(refusal: CodeRefusal, title: string): string {
  switch (refusal) {
    case 'used':
      return `The link was used again in “${title}”, and Carillon cannot tell that it was the person who used it first. A channel does not say who posts there: make a new link for it.`
    case 'expired':
      return `The link had expired when it was used in “${title}”.`
    case 'not_admin':
      return `The code was sent by somebody who is not an admin of “${title}”. Choose a group that you manage, or have one of its admins open the link.`
    case 'gone':
      return `The bot was removed from “${title}” before it could be connected.`
  }
}

type Account = { id: string; channel: ChannelKind; identity: string; shared: boolean }

/** The notice that an account was lost. */
export function noticeOfLoss(account: Account, { status, reason }: LostAccount): Notice {
  const effect =
    status === 'restricted'
      ? 'What is due meanwhile is sent afterwards if it is still in time.'
      : 'What is due meanwhile is not sent.'
  return {
    kind: 'connections',
    reason: `${status} ${account.id}`,
    about: account.id,
    title: `${account.identity} ${lostWords[status]}`,
    message: account.shared
      ? `${reason} Whoever runs this server has to fix it; what is due meanwhile is not sent.`
      : `${reason} ${effect}`,
    link: channelFacts[account.channel].managerPath,
  }
}

/** The notice that a connection may do nothing until its user shows the new token of the bot. */
export const noticeOfNewToken = (account: Account & { tokenVersion: number }): Notice => ({
  kind: 'connections',
  reason: `token ${account.tokenVersion} ${account.id}`,
  about: account.id,
  title: channelFacts[account.channel].tokenFrom
    ? `${account.identity} has a new token`
    : `${account.identity} was linked again`,
  message: `${tokenChanged(account)} What is due meanwhile is not sent through your connection.`,
  link: channelFacts[account.channel].managerPath,
})

/** The new words of a bell item about a lost account, after it is connected again or removed. */
export const CONNECTED_AGAIN = 'Settled: it is connected again.'
export const DISCONNECTED = 'Settled: you have disconnected it.'

const lostWords: Record<LostAccount['status'], string> = {
  needs_pairing: 'must be connected again',
  restricted: 'is restricted for now',
  banned: 'was banned',
}

/** The effect of an outage, as a sentence; empty if it had none. It counts copies: a message to three groups is three. */
function tollWords({ late, skipped, failed }: Pick<OutageEffect, 'late' | 'skipped' | 'failed'>) {
  const parts = [
    { n: late, did: 'went late' },
    { n: skipped, did: skipped === 1 ? 'was skipped' : 'were skipped' },
    { n: failed, did: 'failed' },
  ].filter(({ n }) => n > 0)
  const [first, ...others] = parts.map(({ n, did }, at) =>
    at > 0 ? `${n} ${did}` : `${n} ${n === 1 ? 'copy of a message' : 'copies of messages'} ${did}`,
  )
  const last = others.pop()
  return first ? `${[first, ...others].join(', ')}${last ? ` and ${last}` : ''}.` : ''
}

/** The notice that an account is connected again, after an outage that affected messages or that the user ended. */
export function noticeOfReturn(account: Account, effect: OutageEffect, awayMs: number): Notice {
  const missing = effect.skipped + effect.failed
  const again =
    missing === 0
      ? ''
      : missing === 1
        ? 'What did not go out can be sent again.'
        : `The ${missing} that did not go out can be sent again.`
  const { managerPath } = channelFacts[account.channel]
  return {
    kind: 'connections',
    reason: `back ${account.id}`,
    title: `${account.identity} is connected again`,
    message: [`It was away for ${lasted(awayMs)}.`, tollWords(effect), again]
      .filter(Boolean)
      .join(' '),
    link: missing === 0 ? managerPath : whereMissing(effect),
  }
}

const whereMissing = ({ source, sourceId }: OutageEffect) =>
  source === null
    ? '/dashboard/messages/automated'
    : source === 'cycle'
      ? `/dashboard/cycles/${sourceId}`
      : `/dashboard/messages/edit/${sourceId}`

function lasted(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000))
  if (minutes < 120) return minutes === 1 ? 'a minute' : `${minutes} minutes`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`
}
