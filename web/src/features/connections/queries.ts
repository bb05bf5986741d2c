import { channelFacts } from '@carillon/contract/channels'
import { type Connection, listChats, listConnections } from '@carillon/contract/connections'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { CONNECTIONS, chatsKey } from './cache.ts'

/** The connections to a network, whatever the way in. */
export const useConnections = (network: string) =>
  useQuery({
    queryKey: CONNECTIONS,
    queryFn: () => call(listConnections),
    select: ({ items }) => items.filter(({ channel }) => channelFacts[channel].network === network),
  })

/** The chats a connection could post to; asked for once it is connected. */
export const useChats = (connection: Connection) =>
  useQuery({
    queryKey: chatsKey(connection.id),
    queryFn: () => call(listChats, { params: { id: connection.id } }),
    select: ({ items }) => items,
    enabled: connection.status === 'connected',
  })
