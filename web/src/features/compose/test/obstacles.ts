import { channelFacts } from '@carillon/contract/channels'
import type { ChannelKind } from '@carillon/contract/config'
import type { Connection } from '@carillon/contract/connections'
import type { Content } from '@carillon/contract/content/content'
import type { Group } from '@carillon/contract/groups'
import { type Tier, tierLimits } from '@carillon/contract/tiers'
import { waitsWords } from '../../connections/words.ts'
import { groupWords } from '../../groups/words.ts'

/** Why this content cannot be sent as a test: it is empty. Undefined if it can. */
export const emptyContentProblem = (content: Content): string | undefined =>
  content.kind === 'text' && content.text.trim() === '' ? 'Write something first.' : undefined

/** Why nothing can be sent through a connection now, in words. */
export function closedConnection(
  { channel, status, reason }: Account,
  tier: Tier,
): string | undefined {
  // A connection that reconnects by itself is waited for.
  const waits = status === 'reconnecting' ? undefined : waitsWords({ channel, status })
  return waits ? (reason ?? `${waits}.`) : withheld(channel, tier)
}

type Account = Pick<Connection, 'channel' | 'status' | 'reason'>

/** Why nothing can be sent to a group now, in words. */
export function closedGroup(
  { status, reason, channel }: Pick<Group, 'status' | 'reason' | 'channel'>,
  connection: Account | undefined,
  tier: Tier,
): string | undefined {
  if (status !== 'active') return reason ?? groupWords[status].meaning
  return connection ? closedConnection(connection, tier) : withheld(channel, tier)
}

function withheld(channel: ChannelKind, tier: Tier): string | undefined {
  const { network, needs } = channelFacts[channel]
  return needs && !tierLimits[tier][needs] ? `${network} is part of Pro.` : undefined
}
