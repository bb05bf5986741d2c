import type { Chat, Connection } from '@carillon/contract/connections'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorWords } from '../../api/errors.ts'
import { limitWords, useRefusalToast, useTierToast } from '../../app/refusalToast.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { SearchInput } from '../../ui/SearchInput.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { toast } from '../../ui/toast/store.ts'
import { count } from '../../ui/words.ts'
import { refetchChats } from '../connections/cache.ts'
import { useChats } from '../connections/queries.ts'
import { connectionName } from '../connections/words.ts'
import { receiveGroup } from '../groups/cache.ts'
import { addGroup } from '../groups/changes.ts'
import { GroupMark } from '../groups/GroupMark.tsx'
import { useGroupUsage } from '../groups/useGroupUsage.ts'
import { hasWords } from '../groups/search.ts'
import { chatNote } from '../groups/words.ts'

/** How many are shown before “Show more” is pressed. */
const SHOWN = 40
/** From this many on they can be searched. */
const MANY = 8

/** The groups of a number that are not chosen yet: search them, and choose many at once. */
export function ChooseGroups({ connection }: { connection: Connection }) {
  const chats = useChats(connection)
  if (connection.status !== 'connected') return null
  const availableChats = chats.data?.filter((chat) => !chat.groupId) ?? []
  if (chats.data?.length && availableChats.length === 0) return null
  return (
    <section
      aria-label={`Available groups of ${connectionName(connection)}`}
      className="grid gap-2 px-4 md:px-5"
    >
      <h3 className="text-sm font-medium text-muted">Available groups</h3>
      {chats.isPending && (
        <Loading label="Loading the groups">
          <Skeleton className="my-2 h-9" />
        </Loading>
      )}
      {chats.isError && (
        <Banner tone="danger" action={<Button onClick={() => void chats.refetch()}>Retry</Button>}>
          {errorWords(chats.error)}
        </Banner>
      )}
      {chats.data?.length === 0 && (
        <p className="py-2 text-muted">
          This number is in no group. Groups that it joins in WhatsApp appear here.
        </p>
      )}
      {availableChats.length > 0 && (
        <Choosing connection={connection} availableChats={availableChats} />
      )}
    </section>
  )
}

function Choosing({
  connection,
  availableChats,
}: {
  connection: Connection
  availableChats: Chat[]
}) {
  const [query, setQuery] = useState('')
  const [isAll, showAll] = useState(false)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const { channel } = connection
  const hits = availableChats.filter(({ title }) => hasWords({ title, channel }, query))
  const shown = isAll ? hits : hits.slice(0, SHOWN)
  // Chosen chats that have disappeared meanwhile are not added.
  const wanted = availableChats.filter(
    ({ externalId, canPost }) => canPost && chosen.has(externalId),
  )
  const postable = hits.filter(({ canPost }) => canPost)
  const isEvery = postable.length > 0 && postable.every(({ externalId }) => chosen.has(externalId))
  const setChosenFor = (chats: Chat[], isChosen: boolean) =>
    setChosen((before) => {
      const ids = chats.map(({ externalId }) => externalId)
      const rest = [...before].filter((id) => !ids.includes(id))
      return new Set(isChosen ? [...rest, ...ids] : rest)
    })
  return (
    <>
      {availableChats.length >= MANY && (
        <SearchInput
          aria-label="Search the available groups"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      )}
      {postable.length > 1 && (
        <label className="flex items-center gap-3 py-1 text-sm font-medium text-muted">
          <input
            type="checkbox"
            checked={isEvery}
            onChange={() => setChosenFor(postable, !isEvery)}
          />
          {query ? `Select all ${postable.length} found` : `Select all ${postable.length}`}
        </label>
      )}
      <ul>
        {shown.map((chat) => (
          <ChatChoice
            key={chat.externalId}
            channel={channel}
            chat={chat}
            isChosen={chosen.has(chat.externalId)}
            onChange={(isChosen) => setChosenFor([chat], isChosen)}
          />
        ))}
      </ul>
      {hits.length === 0 && <p className="py-2 text-muted">No group found.</p>}
      {hits.length > shown.length && (
        <div>
          <Button size="sm" variant="plain" onClick={() => showAll(true)}>
            Show {hits.length - shown.length} more
          </Button>
        </div>
      )}
      <Add
        connection={connection}
        wanted={wanted}
        onAdded={(chat) => setChosenFor([chat], false)}
      />
    </>
  )
}

type ChatChoiceProps = Pick<Connection, 'channel'> & {
  chat: Chat
  isChosen: boolean
  onChange: (isChosen: boolean) => void
}

function ChatChoice({ channel, chat, isChosen, onChange }: ChatChoiceProps) {
  const reason = chat.canPost ? undefined : (chat.reason ?? 'This number may not post there.')
  return (
    <li className="border-b border-line last:border-0">
      <label className="flex items-center gap-3 py-2.5">
        <input
          type="checkbox"
          checked={isChosen && !reason}
          disabled={reason !== undefined}
          onChange={(event) => onChange(event.target.checked)}
        />
        <GroupMark group={{ title: chat.title, channel }} />
        <span className="grid min-w-0 flex-1">
          <span dir="auto" className="truncate text-left font-medium">
            {chat.title}
          </span>
          <span className="text-sm text-muted">
            {reason ? `${chatNote(chat)} · ${reason}` : chatNote(chat)}
          </span>
        </span>
      </label>
    </li>
  )
}

type AddProps = { connection: Connection; wanted: Chat[]; onAdded: (chat: Chat) => void }

/** Adds what is chosen, one group after the other: what was added before a refusal stays. */
function Add({ connection, wanted, onAdded }: AddProps) {
  const queryClient = useQueryClient()
  const tellRefusal = useRefusalToast()
  const tellTier = useTierToast()
  const usage = useGroupUsage()
  const [done, setDone] = useState(0)
  const add = useMutation({
    mutationFn: async (chats: Chat[]) => {
      setDone(0)
      for (const chat of chats) {
        const { externalId } = chat
        receiveGroup(queryClient, await addGroup({ connectionId: connection.id, externalId }))
        onAdded(chat)
        setDone((n) => n + 1)
      }
    },
    onSuccess: (_, chats) => toast({ title: `${count(chats.length, 'group')} added` }),
    onError: (error) => tellRefusal(error, 'Not all groups could be added'),
    onSettled: () => refetchChats(queryClient, connection.id),
  })
  const places = usage?.max == null ? Infinity : usage.max - usage.used
  const press = () => (wanted.length > places ? tellTier(limitWords('groups')) : add.mutate(wanted))
  if (wanted.length === 0 && !add.isPending) return null
  return (
    <div>
      <Button variant="primary" loading={add.isPending} onClick={press}>
        {add.isPending
          ? `Adding… ${count(done, 'group')} so far`
          : `Add ${count(wanted.length, 'group')}`}
      </Button>
    </div>
  )
}
