import {
  getCycle,
  getCycleFigures,
  listCycleOccurrences,
  listCycles,
} from '@carillon/contract/cycles'
import { listDeliveries } from '@carillon/contract/deliveries'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useUser } from '../../api/session/useSession.ts'
import { figuresKey, historyKey, LISTS, oneKey } from './cache.ts'

/** The cycles on one page of the list. */
const PAGE = 100

/** All cycles, page by page. */
export const useCycles = () =>
  useInfiniteQuery({
    queryKey: LISTS,
    queryFn: ({ pageParam, signal }) =>
      call(
        listCycles,
        { query: { limit: PAGE, ...(pageParam ? { cursor: pageParam } : {}) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    select: ({ pages }) => pages.flatMap((page) => page.items),
  })

/** How many cycles count for the limit of the tier, and which do not; undefined while it loads. */
export function useCycleUsage() {
  const { counted, max, isPart } = useCountedCycles()
  const { data = [] } = useCycles()
  if (isPart) return undefined
  const used = counted.length
  const left = (['finished', 'suspended'] as const).flatMap((status) => {
    const many = data.filter((one) => one.status === status).length
    return many > 0 ? [`${many} ${status}`] : []
  })
  const note = left.length > 0 ? `Not counted: ${left.join(', ')}.` : ''
  return { used, max, isFull: max !== null && used >= max, note }
}

/** The loaded cycles that count for the limit of the tier. `isPart`: not all cycles are loaded. */
export function useCountedCycles() {
  const { maxCycles: max } = useUser().limits
  const { data, hasNextPage, isPending } = useCycles()
  const counted = (data ?? []).filter(
    ({ status }) => status === 'draft' || status === 'active' || status === 'paused',
  )
  return { counted, max, isPart: !data || hasNextPage, isPending }
}

export const useCycle = (id: string) =>
  useQuery({ queryKey: oneKey(id), queryFn: () => call(getCycle, { params: { id } }) })

/** The results of the latest runs of a cycle, by step and by group. */
export const useFigures = (id: string) =>
  useQuery({
    queryKey: figuresKey(id),
    queryFn: ({ signal }) => call(getCycleFigures, { params: { id } }, { signal }),
  })

/** The runs on one page of the history. */
const HISTORY_PAGE = 20

/** The times a cycle went out, newest first, page after page. */
export const useHistory = (id: string) =>
  useInfiniteQuery({
    queryKey: historyKey(id),
    queryFn: ({ pageParam, signal }) =>
      call(
        listCycleOccurrences,
        {
          params: { id },
          query: { limit: HISTORY_PAGE, ...(pageParam ? { cursor: pageParam } : {}) },
        },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    select: ({ pages }) => pages.flatMap((page) => page.items),
  })

/** How many deliveries one page brings: what the server gives at most. */
const DELIVERIES_PAGE = 200

/** What became of one time that a cycle went out, group by group. */
export const useDeliveriesOf = (cycleId: string, occurrenceId: string) =>
  useInfiniteQuery({
    queryKey: ['deliveries', cycleId, occurrenceId],
    queryFn: ({ pageParam, signal }) =>
      call(
        listDeliveries,
        {
          query: {
            occurrenceId,
            limit: DELIVERIES_PAGE,
            ...(pageParam ? { cursor: pageParam } : {}),
          },
        },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    select: ({ pages }) => pages.flatMap((page) => page.items),
  })
