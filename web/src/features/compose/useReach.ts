import { channelFacts } from '@carillon/contract/channels'
import type { Group } from '@carillon/contract/groups'
import { chatNote } from '../groups/words.ts'
import { useGroups } from '../groups/queries.ts'
import { useConnections } from '../connections/queries.ts'
import { chosenOf } from './audience/Audience.tsx'
import { type Network, networksOf } from './networks.ts'
import type { PreviewChat } from './preview/Preview.tsx'

/** The networks of the chosen groups, and the first chat on each for a preview. */
export function useReach(groupIds: readonly string[]) {
  const groups = chosenOf(useGroups().data?.items ?? [], groupIds)
  const previewChat = usePreviewChat()
  return {
    networks: networksOf(groups.map(({ channel }) => channel)),
    chatOf: ({ name }: Network): PreviewChat | undefined => {
      const group = groups.find(({ channel }) => channelFacts[channel].network === name)
      return group && previewChat(group)
    },
  }
}

/** How a preview shows the chat of a group. */
export function usePreviewChat(): (group: Group) => PreviewChat {
  const connections = useConnections('Telegram').data ?? []
  return (group) => {
    const sender = connections.find(({ id }) => id === group.connectionId)?.label
    return { ...group, note: chatNote(group), sender }
  }
}
