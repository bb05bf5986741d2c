import { channelFacts } from '@carillon/contract/channels'
import type { Connection } from '@carillon/contract/connections'
import type { Notification } from '@carillon/contract/notifications'
import { connectionName, wayBack } from '../connections/words.ts'

/** What can be done about the account that an item names: others of its network may be lost for another reason. */
export function wayBackOf(
  { title, link }: Pick<Notification, 'title'> & { link: string },
  connections: Iterable<Connection>,
): string | undefined {
  const lost = [...connections].find(
    (one) =>
      channelFacts[one.channel].managerPath === link && title.startsWith(`${connectionName(one)} `),
  )
  return lost && wayBack(lost)
}
