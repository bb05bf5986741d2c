import type { InputOf } from '@carillon/contract/endpoint'
import { listDeliveries } from '@carillon/contract/deliveries'
import {
  countMessages,
  getMessage,
  listMessages,
  type MessageKind,
} from '@carillon/contract/messages'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { deliveriesKey } from '../series/deliveries.ts'
import { COUNTS, LISTS, oneKey } from './cache.ts'
import type { NarrowedTo } from './list/order.ts'
import type { Tab } from './tabs.ts'
import { tabQuery } from './tabs.ts'

type ListQuery = Omit<InputOf<typeof listMessages>['query'], 'cursor' | 'limit'>

/** The messages on one page of a list: enough for a few windows. */
const PAGE = 100

/** The scheduled messages of a tab that match `q`, page by page. */
export const useMessages = (tab: Tab, q: string, narrowed: NarrowedTo) =>
  useMessageList({ kind: 'scheduled', ...tabQuery(tab), ...(q ? { q } : {}), ...narrowed })

/** The messages that match `query`, page by page. */
export const useMessageList = (query: ListQuery) =>
  useInfiniteQuery({
    queryKey: [...LISTS, query],
    queryFn: ({ pageParam, signal }) =>
      call(
        listMessages,
        { query: { ...query, limit: PAGE, ...(pageParam ? { cursor: pageParam } : {}) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    select: ({ pages }) => pages.flatMap((page) => page.items),
  })

/** How many messages of a kind there are, by status. */
export const useCounts = (kind: MessageKind) =>
  useQuery({
    queryKey: [...COUNTS, kind],
    queryFn: () => call(countMessages, { query: { kind } }),
  })

export const useMessage = (id: string, { enabled = true } = {}) =>
  useQuery({
    enabled,
    queryKey: oneKey(id),
    queryFn: () => call(getMessage, { params: { id } }),
  })

/** The deliveries on one page: the maximum of the server. */
const DELIVERIES_PAGE = 200

/** The deliveries of a message, newest first, page by page; `status` filters them: statuses with commas. */
export const useDeliveries = (messageId: string, status?: string) =>
  useInfiniteQuery({
    queryKey: [...deliveriesKey(messageId), status ?? 'all'],
    queryFn: ({ pageParam, signal }) =>
      call(
        listDeliveries,
        {
          query: {
            messageId,
            limit: DELIVERIES_PAGE,
            ...(status ? { status } : {}),
            ...(pageParam ? { cursor: pageParam } : {}),
          },
        },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    select: ({ pages }) => pages.flatMap((page) => page.items),
  })
