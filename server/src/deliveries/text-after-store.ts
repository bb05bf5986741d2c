import { channelFacts, networkOf } from '@carillon/contract/channels'
import { ChannelKind } from '@carillon/contract/schemas/config'
import { sql } from 'kysely'

const networkCases = ChannelKind.options
  .map((channel) => `when '${channel}' then '${networkOf(channelFacts[channel])}'`)
  .join(' ')

/** The content of a delivery `d`, as \`own.said\`: what its network gets. */
const ownContent = `contents c
  cross join lateral (select coalesce(c.body -> 'overrides' -> (
    select case g.channel ${networkCases} end from groups g where g.id = d.group_id
  ), c.body) as said) own`

/**
 * Whether a text is still to be sent after the files of a delivery `d`: its content has one on its network, and the
 * files are not known to be in the group.
 */
export const textFollows = sql.raw(`(d.receipt is null and exists (
  select from ${ownContent}
  where c.id = d.content_id and own.said ->> 'kind' in ('media', 'album')
    and own.said -> 'options' -> 'textAfter' = 'true'))`)

/** Whether a file of a delivery `d` was deleted. The picture of a link card does not count: the text goes without it. */
export const fileGone = sql.raw(`exists (
  select from ${ownContent}, jsonb_path_query(own.said, '$.media[*].mediaId') as named (id)
  where c.id = d.content_id and not exists (
    select from media m where m.id = (named.id #>> '{}')::uuid and m.status = 'ready'))`)
