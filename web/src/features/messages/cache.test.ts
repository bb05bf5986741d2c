import type { Message } from '@carillon/contract/messages'
import { type InfiniteData, QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { GROUPS } from '../groups/cache.ts'
import { deliveriesKey } from '../series/deliveries.ts'
import { forgetMessage, LISTS, oneKey, type Page, receiveMessage } from './cache.ts'

const message = (id: string, rev: number, more: Partial<Message> = {}) =>
  ({
    id,
    rev,
    status: 'scheduled',
    nextAt: null,
    content: { text: 'Hi' },
    editedRev: 3,
    groupIds: ['g'],
    exceptions: [],
    ...more,
  }) as Message

/** A cache that shows two messages in a list of two pages, and one of them on its own page. */
function cache() {
  const queryClient = new QueryClient()
  const list: InfiniteData<Page<Message>> = {
    pages: [
      { items: [message('a', 3)], nextCursor: 'x' },
      { items: [message('b', 3)], nextCursor: null },
    ],
    pageParams: ['', 'x'],
  }
  queryClient.setQueryData([...LISTS, 'upcoming', ''], list)
  queryClient.setQueryData(oneKey('a'), message('a', 3))
  queryClient.setQueryData([...deliveriesKey('a'), 'all'], { items: [], nextCursor: null })
  return queryClient
}

const listed = (queryClient: QueryClient) =>
  queryClient
    .getQueryData<InfiniteData<Page<Message>>>([...LISTS, 'upcoming', ''])
    ?.pages.flatMap((page) => page.items)
const stale = (queryClient: QueryClient, key: string[]) =>
  queryClient.getQueryCache().find({ queryKey: key })?.state.isInvalidated

test('lists are asked again though the page of the message was read before the event came', () => {
  const queryClient = cache()
  const now = message('a', 4, { status: 'sent' })
  queryClient.setQueryData(oneKey('a'), now)
  receiveMessage(queryClient, now)
  expect(stale(queryClient, [...LISTS, 'upcoming', ''])).toBe(true)
})

test('203 a newer state is seen at once in lists and on its page', () => {
  const queryClient = cache()
  receiveMessage(queryClient, message('a', 4, { title: 'New' }))
  expect(listed(queryClient)).toMatchObject([{ id: 'a', rev: 4, title: 'New' }, { id: 'b' }])
  expect(queryClient.getQueryData(oneKey('a'))).toMatchObject({ rev: 4, title: 'New' })
})

test('a live event leaves alone what it does not tell, and an edit is asked for', () => {
  const queryClient = cache()
  const groupIds = ['g', 'h', 'i']
  const exceptions = [{ slotAt: '2026-06-02T07:00:00.000Z', local: '2026-06-02T09:00' }]
  queryClient.setQueryData(oneKey('a'), message('a', 3, { groupIds, exceptions }))
  const { exceptions: _, ...told } = message('a', 4, { status: 'sending', groupIds: ['g'] })
  receiveMessage(queryClient, told)
  expect(queryClient.getQueryData(oneKey('a'))).toMatchObject({
    rev: 4,
    status: 'sending',
    groupIds,
    exceptions,
  })
  expect(stale(queryClient, oneKey('a'))).toBe(false)

  receiveMessage(queryClient, { ...told, rev: 5, editedRev: 5 })
  expect(queryClient.getQueryData(oneKey('a'))).toMatchObject({ rev: 4, groupIds })
  expect(stale(queryClient, oneKey('a'))).toBe(true)
})

test('an older event that comes late changes nothing', () => {
  const queryClient = cache()
  receiveMessage(queryClient, message('a', 2, { status: 'sent' }))
  expect(listed(queryClient)).toMatchObject([{ id: 'a', rev: 3, status: 'scheduled' }, { id: 'b' }])
  expect(queryClient.getQueryData(oneKey('a'))).toMatchObject({ rev: 3 })
  expect(stale(queryClient, [...LISTS, 'upcoming', ''])).toBe(false)
})

test('lists are asked for again only when a message may stand elsewhere in them', () => {
  const key = [...LISTS, 'upcoming', '']
  const progressing = cache()
  receiveMessage(progressing, message('a', 4))
  expect(stale(progressing, key)).toBe(false)

  const moving = cache()
  receiveMessage(moving, message('a', 4, { status: 'sent' }))
  expect(stale(moving, key)).toBe(true)

  // With other groups it may reach none: then it needs attention.
  const edited = cache()
  receiveMessage(edited, message('a', 4, { editedRev: 4, groupIds: ['h'] }))
  expect(stale(edited, key)).toBe(true)

  const unknown = cache()
  receiveMessage(unknown, message('c', 1))
  expect(stale(unknown, key)).toBe(true)
})

test('every newer state makes its deliveries be asked for again', () => {
  const queryClient = cache()
  receiveMessage(queryClient, message('a', 4))
  expect(stale(queryClient, [...deliveriesKey('a'), 'all'])).toBe(true)
})

test('what is told while a list or a message is first asked for is not lost', async () => {
  const queryClient = new QueryClient()
  const key = [...LISTS, 'upcoming', '']
  for (const [queryKey, first] of [
    [key, { pages: [], pageParams: [] }],
    [oneKey('a'), message('a', 3)],
  ] as const) {
    const asked = queryClient.query({ queryKey: [...queryKey], queryFn: async () => first })
    receiveMessage(queryClient, message('a', 4))
    await asked
    await Promise.resolve()
    expect(stale(queryClient, [...queryKey])).toBe(true)
  }
})

test('a deleted message is nowhere any more', () => {
  const queryClient = cache()
  forgetMessage(queryClient, 'a')
  expect(listed(queryClient)).toMatchObject([{ id: 'b' }])
  expect(queryClient.getQueryData(oneKey('a'))).toBeUndefined()
})

test('a deleted message whose page is open is asked for, and what is shown stays until the answer', () => {
  const queryClient = cache()
  const queryFn = () => new Promise<Message>(() => {})
  const page = new QueryObserver(queryClient, { queryKey: oneKey('a'), queryFn, staleTime: 60_000 })
  const leave = page.subscribe(() => {})
  forgetMessage(queryClient, 'a')
  expect(page.getCurrentResult()).toMatchObject({ data: { id: 'a' }, fetchStatus: 'fetching' })
  leave()
})

test('what was done with what it had sent is shown at once, though the message is as it was', () => {
  const queryClient = cache()
  const edited = { at: '2026-06-02T07:00:00.000Z', content: { text: 'New' } }
  const occurrence = { id: 'o', changes: [], edited, deleted: 0, deletedAt: null }
  receiveMessage(queryClient, message('a', 3, { occurrence } as unknown as Partial<Message>))
  expect(queryClient.getQueryData(oneKey('a'))).toMatchObject({ occurrence: { edited } })
})

test('groups that got nothing yet are asked for again once something was sent', () => {
  const asked = (sent: number, lastSentAt: string | null) => {
    const queryClient = cache()
    queryClient.setQueryData(GROUPS, { items: [{ id: 'g', lastSentAt }], nextCursor: null })
    const occurrence = { sent } as Message['occurrence']
    receiveMessage(queryClient, message('a', 4, { status: 'sending', occurrence }))
    return stale(queryClient, GROUPS)
  }
  expect(asked(1, null)).toBe(true)
  expect(asked(0, null)).toBe(false)
  expect(asked(1, '2026-06-01T08:00:00.000Z')).toBe(false)
})
