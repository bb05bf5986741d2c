import { channelFacts, networkOf } from '@carillon/contract/channels'
import { ChannelKind } from '@carillon/contract/schemas/config'
import { sql } from 'kysely'

const networkCases = ChannelKind.options
  .map((channel) => `when '${channel}' then '${networkOf(channelFacts[channel])}'`)
  .join(' ')

/**
 * Whether a text is still to be sent after the files of a delivery `d`: its content has one on its network, and the
 * files are not known to be in the group.
 */
export const textFollows = sql.raw(`(d.receipt is null and exists (
  select from contents c
  cross join lateral (select coalesce(c.body -> 'overrides' -> (
    select case g.channel ${networkCases} end from groups g where g.id = d.group_id
  ), c.body) as said) own
  where c.id = d.content_id and own.said ->> 'kind' in ('media', 'album')
    and own.said -> 'options' -> 'textAfter' = 'true'))`)
