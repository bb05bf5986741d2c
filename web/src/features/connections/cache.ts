import type { Connection } from '@carillon/contract/connections'
import type { LivePayload } from '@carillon/contract/live'
import type { QueryClient } from '@tanstack/react-query'
import { askAgain, askAgainThrottled, isAsking } from '../../api/askAgain.ts'
import { MESSAGES, SENDS } from '../../api/queryKeys.ts'
import { refetchGroups } from '../groups/cache.ts'

/** Where connections and their chats stand in the query cache. */
export const CONNECTIONS = ['connections']
export const chatsKey = (connectionId: string) => ['chats', connectionId]

export const refetchChats = (queryClient: QueryClient, connectionId: string) =>
  askAgain(queryClient, chatsKey(connectionId))

type List = { items: Connection[]; nextCursor: null }

/** Takes over a connection as an answer told it; an older state is dropped. */
export function setConnection(queryClient: QueryClient, next: Connection) {
  queryClient.setQueryData(CONNECTIONS, (list: List | undefined) => {
    if (!list) return list
    const present = list.items.find(({ id }) => id === next.id)
    if (present && present.rev > next.rev) return list
    const others = list.items.filter((item) => item !== present)
    return {
      ...list,
      items: present
        ? list.items.map((item) => (item === present ? next : item))
        : [...others, next],
    }
  })
}

export function dropConnection(queryClient: QueryClient, connectionId: string) {
  queryClient.setQueryData(
    CONNECTIONS,
    (list: List | undefined) =>
      list && { ...list, items: list.items.filter(({ id }) => id !== connectionId) },
  )
}

/** Takes over what a live event tells of a connection; its chats and groups may have changed with it. */
export function receiveConnection(
  queryClient: QueryClient,
  { connection, connectionId, pairing }: LivePayload<'TELEGRAM_STATUS'>,
) {
  // What reaches nobody may have changed with it, but not while a number that sends only counts on.
  const usedBefore = queryClient
    .getQueryData<List>(CONNECTIONS)
    ?.items.find(({ id }) => id === connectionId)?.health?.usedToday
  if (usedBefore === connection?.health?.usedToday) {
    void askAgain(queryClient, SENDS)
    askAgainThrottled(queryClient, MESSAGES)
  }
  // An answer on its way may be older than the event, and would take its place.
  if (isAsking(queryClient, CONNECTIONS)) void askAgain(queryClient, CONNECTIONS)
  if (connection) setConnection(queryClient, { ...(pairing ? { pairing } : {}), ...connection })
  else dropConnection(queryClient, connectionId)
  void refetchChats(queryClient, connectionId)
  void refetchGroups(queryClient)
}
