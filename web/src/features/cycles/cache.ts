import type { Cycle, CycleSummary } from '@carillon/contract/cycles'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { askAgain, askAgainThrottled, isAsking } from '../../api/askAgain.ts'
import { withNewer } from '../../api/revision.ts'
import { refetchSends } from '../calendar/cache.ts'

/** The keys of cycles in the query cache. */
export const LISTS = ['cycles', 'list']
export const oneKey = (id: string) => ['cycles', 'one', id]
export const historyKey = (id: string) => ['cycles', 'history', id]
export const figuresKey = (id: string) => ['cycles', 'figures', id]
export const aheadKey = (id: string) => ['cycles', 'ahead', id]

type List = InfiniteData<{ items: CycleSummary[]; nextCursor: string | null }>

/** Fields that only the answer about one cycle has; lists and live events do not have them. */
type Told = CycleSummary & Partial<Pick<Cycle, 'steps' | 'exceptions' | 'topics'>>

/**
 * Stores a cycle from an answer or a live event; an older state is ignored. Its page is read again if a person
 * changed it or a step was sent, because events have no steps.
 */
export function receiveCycle(queryClient: QueryClient, cycle: Told) {
  const one = oneKey(cycle.id)
  const known = queryClient.getQueryData<Cycle>(one)
  const inList = findInLists(queryClient, cycle.id)
  const present = known ?? inList
  if (present && present.rev > cycle.rev) return

  const { steps, exceptions } = cycle
  const isWhole = steps !== undefined && exceptions !== undefined
  if (known && isWhole && (known.rev < cycle.rev || known.editedRev < cycle.editedRev)) {
    queryClient.setQueryData<Cycle>(one, { ...cycle, steps, exceptions })
  } else if (known && known.rev < cycle.rev) {
    // Events do not contain these fields. They stay with their own revision until the answer arrives: otherwise
    // results computed from them would be stored for the new revision.
    const { groupIds, schedule, editedRev } = known
    const rest = schedule ? { groupIds, schedule, editedRev } : { groupIds, editedRev }
    queryClient.setQueryData<Cycle>(one, { ...known, ...cycle, ...rest })
    if (known.editedRev !== cycle.editedRev || known.progress.sends !== cycle.progress.sends) {
      void askAgain(queryClient, one)
    }
  }
  // An answer that is still loading may be older, and would overwrite it.
  if (isAsking(queryClient, one)) void askAgain(queryClient, one)

  queryClient.setQueriesData<List>(
    { queryKey: LISTS },
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({ ...page, items: withNewer(page.items, cycle) })),
      },
  )
  askAgainThrottled(queryClient, historyKey(cycle.id))
  askAgainThrottled(queryClient, figuresKey(cycle.id))
  askAgainThrottled(queryClient, ['deliveries', cycle.id])
  // The lists are compared, because the cycle's own page may have the new state already.
  const isMoved = !present || hasMoved(inList ?? present, cycle)
  // A restored cycle is in the cache, but in no list.
  if (isMoved || !inList || isAsking(queryClient, LISTS)) askAgainThrottled(queryClient, LISTS)
  if (isMoved) {
    void askAgain(queryClient, aheadKey(cycle.id))
    void refetchSends(queryClient)
  }
}

/** Removes a deleted cycle from everything; its own page reads it again and gets the answer. */
export function forgetCycle(queryClient: QueryClient, id: string) {
  queryClient.setQueriesData<List>(
    { queryKey: LISTS },
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({
          ...page,
          items: page.items.filter((item) => item.id !== id),
        })),
      },
  )
  queryClient.removeQueries({ queryKey: oneKey(id), type: 'inactive' })
  void askAgain(queryClient, oneKey(id))
  if (isAsking(queryClient, LISTS)) askAgainThrottled(queryClient, LISTS)
  void refetchSends(queryClient)
}

const findInLists = (queryClient: QueryClient, id: string) =>
  queryClient
    .getQueriesData<List>({ queryKey: LISTS })
    .flatMap(([, list]) => list?.pages.flatMap((page) => page.items) ?? [])
    .find((item) => item.id === id)

/** Whether its position in lists and calendars may have changed. */
const hasMoved = (before: CycleSummary, after: CycleSummary) =>
  before.status !== after.status ||
  before.nextAt !== after.nextAt ||
  before.editedRev !== after.editedRev ||
  before.occurrence?.id !== after.occurrence?.id ||
  before.occurrence?.status !== after.occurrence?.status ||
  before.occurrence?.deleted !== after.occurrence?.deleted ||
  before.progress.nextStepId !== after.progress.nextStepId ||
  before.progress.round !== after.progress.round
