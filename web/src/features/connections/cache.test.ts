import type { Connection } from '@carillon/contract/connections'
import type { Group } from '@carillon/contract/groups'
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { receiveGroup, refetchGroups } from '../groups/cache.ts'
import { PREFLIGHT, SENDS } from '../../api/queryKeys.ts'
import { COUNTS, LISTS } from '../messages/cache.ts'
import { CONNECTIONS, chatsKey, receiveConnection } from './cache.ts'

const connection = (rev: number, more: Partial<Connection> = {}) =>
  ({ id: 'c', rev, status: 'pairing', ...more }) as Connection

function cache() {
  const queryClient = new QueryClient()
  queryClient.setQueryData(CONNECTIONS, { items: [connection(3)], nextCursor: null })
  queryClient.setQueryData(chatsKey('c'), { items: [], nextCursor: null })
  return queryClient
}

const told = (queryClient: QueryClient) =>
  queryClient.getQueryData<{ items: Connection[] }>(CONNECTIONS)?.items

test('204 a connection changes as its events tell, in their order', () => {
  const queryClient = cache()
  const later = connection(5, { status: 'connected' })
  receiveConnection(queryClient, { connection: later, connectionId: 'c', seq: 5 })
  receiveConnection(queryClient, { connection: connection(4), connectionId: 'c', seq: 4 })
  expect(told(queryClient)).toMatchObject([{ rev: 5, status: 'connected' }])
})

test('its chats are asked for again, since they may have come with it', () => {
  const queryClient = cache()
  receiveConnection(queryClient, { connection: connection(4), connectionId: 'c', seq: 4 })
  expect(queryClient.getQueryState(chatsKey('c'))?.isInvalidated).toBe(true)
})

test('what reaches nobody is asked for again, though not each time that a number counts on', () => {
  const isAskedAgain = (usedToday: number) => {
    const queryClient = cache()
    const items = [connection(3, { health: { usedToday: 1 } as Connection['health'] })]
    queryClient.setQueryData(CONNECTIONS, { items, nextCursor: null })
    const asked = [SENDS, LISTS, COUNTS]
    for (const key of asked) queryClient.setQueryData(key, {})
    const next = connection(4, { health: { usedToday } as Connection['health'] })
    receiveConnection(queryClient, { connection: next, connectionId: 'c', seq: 4 })
    return asked.map((key) => queryClient.getQueryState(key)?.isInvalidated)
  }
  expect(isAskedAgain(1)).toEqual([true, true, true])
  expect(isAskedAgain(2)).toEqual([false, false, false])
})

test('what was judged of a text is judged again when an account or a group has changed', () => {
  const judged = [...PREFLIGHT, 'a text']
  const changes: ((queryClient: QueryClient) => void)[] = [
    (queryClient) =>
      receiveConnection(queryClient, { connection: connection(4), connectionId: 'c', seq: 4 }),
    (queryClient) => receiveGroup(queryClient, { id: 'g', rev: 2, status: 'muted' } as Group),
    (queryClient) => void refetchGroups(queryClient),
  ]
  for (const change of changes) {
    const queryClient = cache()
    queryClient.setQueryData(judged, { errors: [], warnings: [] })
    change(queryClient)
    expect(queryClient.getQueryState(judged)?.isInvalidated).toBe(true)
  }
})

test('one made in another tab appears, one that is gone disappears', () => {
  const queryClient = cache()
  const other = connection(1, { id: 'd' })
  receiveConnection(queryClient, { connection: other, connectionId: 'd', seq: 1 })
  receiveConnection(queryClient, { connection: null, connectionId: 'c', seq: 9 })
  expect(told(queryClient)).toMatchObject([{ id: 'd' }])
})
