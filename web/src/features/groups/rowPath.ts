import { channelFacts } from '@carillon/contract/channels'
import type { Group } from '@carillon/contract/groups'

/** Where the row of a group stands: the page scrolls to it and marks it. */
export const rowPath = ({ id, channel }: Pick<Group, 'id' | 'channel'>) =>
  `${channelFacts[channel].managerPath}#group-${id}`
