import { channelFacts } from '@carillon/contract/channels'
import type { ChannelKind } from '@carillon/contract/config'
import type { Connection, ConnectionStatus } from '@carillon/contract/connections'
import type { Group } from '@carillon/contract/groups'
import type { Tone } from '../../ui/Status.tsx'
import { groupWords } from '../groups/words.ts'

/** A connection's state in a word. */
export const connectionWords: Record<ConnectionStatus, { label: string; tone: Tone }> = {
  pairing: { label: 'Waiting for you', tone: 'busy' },
  connected: { label: 'Connected', tone: 'good' },
  reconnecting: { label: 'Reconnecting', tone: 'warn' },
  needs_pairing: { label: 'Needs you', tone: 'danger' },
  restricted: { label: 'Restricted', tone: 'warn' },
  banned: { label: 'Banned', tone: 'danger' },
}

/** Why the groups of a connection get nothing for now, in a few words; undefined while they do. */
export function waitsWords({
  channel,
  status,
}: Pick<Connection, 'channel' | 'status'>): string | undefined {
  const { tokenFrom } = channelFacts[channel]
  switch (status) {
    case 'needs_pairing':
      return tokenFrom ? 'Gets nothing: bot not connected' : 'Gets nothing: number not linked'
    case 'pairing':
      return tokenFrom ? undefined : 'Gets nothing: number not linked'
    case 'restricted':
      return 'Waits: restricted'
    case 'banned':
      return 'Gets nothing: banned'
    // Bots send also while they receive nothing.
    case 'reconnecting':
      return tokenFrom ? undefined : 'Waits: reconnecting'
    case 'connected':
      return undefined
  }
}

/**
 * Why a group gets nothing until a person does something about it or its account; undefined while it can be sent to,
 * and while its account comes back by itself.
 */
export function closedReason(
  { status, reason }: Pick<Group, 'status' | 'reason'>,
  connection: Pick<Connection, 'channel' | 'status' | 'reason'> | undefined,
): string | undefined {
  if (status !== 'active') return reason ?? groupWords[status].meaning
  if (!connection || comesBack.has(connection.status)) return undefined
  const waits = waitsWords(connection)
  return waits && (connection.reason ?? `${waits}.`)
}

const comesBack: ReadonlySet<ConnectionStatus> = new Set(['restricted', 'reconnecting'])

/**
 * The link to what keeps anything from being sent through a connection; undefined where nothing does. It promises
 * nothing of a copy: one that was skipped does not go out later by itself.
 */
export function wayBack({ channel, status }: Connection): string | undefined {
  const { tokenFrom } = channelFacts[channel]
  if (status === 'banned') return 'See what can be done'
  if (status === 'restricted' && !tokenFrom) return 'See how long it is restricted'
  if (status !== 'needs_pairing') return undefined
  return tokenFrom ? 'Connect the bot again' : 'Link the number again'
}

/** What a channel promises about sending twice; guarantees.md is the measure. */
export function guaranteeWords(channel: ChannelKind): string {
  const { guarantee, network } = channelFacts[channel]
  return guarantee === 'once'
    ? `Each message once: if an answer of ${network} gets lost, it is sent again as the same message, which members see once. Where its words or the linked device have changed since, you are asked.`
    : `Each message at most once: if an answer of ${network} gets lost, it is sent again only if you say so.`
}

/** What a connection is called: the account as users of its network see it. */
export const connectionName = (connection: Connection) => connection.identity ?? connection.label
