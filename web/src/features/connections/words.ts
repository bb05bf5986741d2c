import { channelFacts } from '@carillon/contract/channels'
import type { Connection, ConnectionStatus } from '@carillon/contract/connections'
import type { Tone } from '../../ui/Status.tsx'

/** A connection's state in a word. */
export const connectionWords: Record<ConnectionStatus, { label: string; tone: Tone }> = {
  pairing: { label: 'Waiting for you', tone: 'busy' },
  connected: { label: 'Connected', tone: 'good' },
  reconnecting: { label: 'Reconnecting', tone: 'warn' },
  needs_pairing: { label: 'Needs you', tone: 'danger' },
  restricted: { label: 'Restricted', tone: 'warn' },
  banned: { label: 'Banned', tone: 'danger' },
}

/** What a connection promises about sending twice. */
export const guaranteeWords = ({ guarantee, channel }: Connection) =>
  guarantee === 'once'
    ? 'Each message is sent exactly once.'
    : `Each message is sent at most once. Should the answer of ${channelFacts[channel].network} get lost, you are asked before it is sent again.`

/** What a connection is called: the account as users of its network see it. */
export const connectionName = (connection: Connection) => connection.identity ?? connection.label
