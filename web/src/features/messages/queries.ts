import { type Delivery, listDeliveries } from '@carillon/contract/deliveries'
import { getMessage, listMessages } from '@carillon/contract/messages'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { deliveriesKey, LISTS, oneKey } from './cache.ts'
import type { Tab } from './tabs.ts'
import { tabQueries } from './tabs.ts'

/** The messages of a tab that hold `q`, page after page. */
export const useMessages = (tab: Tab, q: string) =>
  useInfiniteQuery({
    queryKey: [...LISTS, tab, q],
    queryFn: ({ pageParam, signal }) =>
      call(
        listMessages,
        {
          query: {
            ...tabQueries[tab],
            ...(q ? { q } : {}),
            ...(pageParam ? { cursor: pageParam } : {}),
          },
        },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    select: ({ pages }) => pages.flatMap((page) => page.items),
  })

export const useMessage = (id: string) =>
  useQuery({ queryKey: oneKey(id), queryFn: () => call(getMessage, { params: { id } }) })

/** The deliveries of a message, newest first; `status` narrows them. */
export const useDeliveries = (messageId: string, status?: Delivery['status']) =>
  useQuery({
    queryKey: [...deliveriesKey(messageId), status ?? 'all'],
    queryFn: () =>
      call(listDeliveries, { query: { messageId, limit: 200, ...(status ? { status } : {}) } }),
    select: (page) => page.items,
  })
