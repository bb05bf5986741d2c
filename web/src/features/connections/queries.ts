import { channelFacts } from '@carillon/contract/channels'
import { type Connection, listChats, listConnections } from '@carillon/contract/connections'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { CONNECTIONS, chatsKey } from './cache.ts'

const all = { queryKey: CONNECTIONS, queryFn: () => call(listConnections) }

/** All connections of the user, by id; empty until they are loaded. */
export const useConnectionsById = (enabled = true): ReadonlyMap<string, Connection> =>
  useQuery({ ...all, enabled, select: byId }).data ?? NONE

const NONE: ReadonlyMap<string, Connection> = new Map()

const byId = ({ items }: { items: Connection[] }) => new Map(items.map((one) => [one.id, one]))

/** The connections to a network, whatever the way in. */
export const useConnections = (network: string) =>
  useQuery({
    ...all,
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
