import { channelFacts } from '@carillon/contract/channels'
import type { Chat, Connection } from '@carillon/contract/connections'
import type { Group } from '@carillon/contract/groups'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { errorWords } from '../../api/errors.ts'
import { useRefusalToast } from '../../app/refusalToast.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { toast } from '../../ui/toast/store.ts'
import { receiveGroup, refetchGroups } from '../groups/cache.ts'
import { addGroup, removeGroup } from '../groups/changes.ts'
import { GroupMark } from '../groups/GroupMark.tsx'
import { chatNote } from '../groups/words.ts'
import { refetchChats } from './cache.ts'
import { useChats } from './queries.ts'
import { connectionName } from './words.ts'

/** The chats this connection could post to and that are not chosen yet; nothing while all are. */
export function Chats({ connection }: { connection: Connection }) {
  const chats = useChats(connection)
  const free = chats.data?.filter((chat) => !chat.groupId) ?? []
  if (connection.status !== 'connected') return null
  if (chats.data?.length && free.length === 0) return null
  return (
    <section
      aria-label={`Available chats of ${connectionName(connection)}`}
      className="grid gap-1 px-4 md:px-5"
    >
      <h3 className="text-sm font-medium text-muted">Available chats</h3>
      {chats.isPending && (
        <Loading label="Loading the chats">
          <Skeleton className="my-2 h-9" />
        </Loading>
      )}
      {chats.isError && (
        <Banner tone="danger" action={<Button onClick={() => void chats.refetch()}>Retry</Button>}>
          {errorWords(chats.error)}
        </Banner>
      )}
      {chats.isSuccess && free.length === 0 && <NoChats connection={connection} />}
      <ul>
        {free.map((chat) => (
          <ChatRow key={chat.externalId} connection={connection} chat={chat} />
        ))}
      </ul>
    </section>
  )
}

function NoChats({ connection }: { connection: Connection }) {
  const { account, network } = channelFacts[connection.channel]
  return (
    <p className="py-2 text-muted">
      {connection.shared
        ? `None yet. A chat appears here when an admin adds the ${account} by your link.`
        : `None yet. Use the link above, or add ${connectionName(connection)} to a group or channel in ${network}; it appears here.`}
    </p>
  )
}

function ChatRow({ connection, chat }: { connection: Connection; chat: Chat }) {
  const queryClient = useQueryClient()
  const tellRefusal = useRefusalToast()
  const undo = async (group: Group) => {
    try {
      await removeGroup(group)
      await Promise.all([refetchGroups(queryClient), refetchChats(queryClient, connection.id)])
    } catch (error) {
      tellRefusal(error, `${chat.title} could not be removed`)
    }
  }
  const add = useMutation({
    mutationFn: () => addGroup({ connectionId: connection.id, externalId: chat.externalId }),
    onSuccess: (group) => {
      receiveGroup(queryClient, group)
      toast({
        title: `${chat.title} added`,
        action: { label: 'Undo', run: () => void undo(group) },
      })
      return refetchChats(queryClient, connection.id)
    },
    onError: (error) => tellRefusal(error, `${chat.title} could not be added`),
  })
  return (
    <li className="flex items-center justify-between gap-4 border-b border-line py-2.5 last:border-0">
      <div className="flex items-center gap-3">
        <GroupMark group={{ title: chat.title, channel: connection.channel }} />
        <div className="grid">
          <span dir="auto" className="truncate text-left font-medium">
            {chat.title}
          </span>
          <span className="text-sm text-muted">{chat.reason ?? chatNote(chat)}</span>
        </div>
      </div>
      <ReasonedButton
        size="sm"
        aria-label={`Add ${chat.title}`}
        reason={chat.canPost ? undefined : (chat.reason ?? 'It may not post there.')}
        loading={add.isPending}
        onClick={() => add.mutate()}
      >
        <Plus size={14} aria-hidden /> Add
      </ReasonedButton>
    </li>
  )
}
