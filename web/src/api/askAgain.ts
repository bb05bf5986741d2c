import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'

/** First answers on their way that are to be asked for once more. */
const waiting = new WeakSet<Query>()

/**
 * Asks again for what is shown under `queryKey`, or for everything, since it has changed. A first answer
 * still on its way may have been written before the change: it is asked for once more when it is there,
 * which invalidating alone would not do.
 */
export function askAgain(queryClient: QueryClient, queryKey: QueryKey = []): Promise<void> {
  for (const query of queryClient.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' })) {
    if (query.state.data !== undefined || waiting.has(query)) continue
    waiting.add(query)
    query.promise?.then(
      () => {
        waiting.delete(query)
        void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true })
      },
      // It has failed and says so where it is shown.
      () => waiting.delete(query),
    )
  }
  return queryClient.invalidateQueries({ queryKey })
}

/** Whether an answer is on its way that may be older than what was just told. */
export const isAsking = (queryClient: QueryClient, queryKey: QueryKey) =>
  queryClient.isFetching({ queryKey }) > 0

/** How long a list rests after it was asked for again, in milliseconds for each of its pages: four calls a second. */
const REST_PER_PAGE_MS = 250

/** Long lists that rest, and whether something has changed meanwhile. */
const resting = new WeakMap<Query, boolean>()

/**
 * Like `askAgain`, for what many events tell of. Pages of a list are asked for one after the other: one of a
 * hundred pages would be busy with the first event when the next one comes, so it rests in between.
 */
export function askAgainInTurn(queryClient: QueryClient, queryKey: QueryKey): void {
  for (const query of queryClient.getQueryCache().findAll({ queryKey })) {
    const { pages = [] } = (query.state.data ?? {}) as { pages?: unknown[] }
    if (pages.length > 1) askAndRest(queryClient, query, pages.length * REST_PER_PAGE_MS)
    else void askAgain(queryClient, query.queryKey)
  }
}

function askAndRest(queryClient: QueryClient, query: Query, restMs: number): void {
  if (resting.has(query)) {
    resting.set(query, true)
    return
  }
  resting.set(query, false)
  void askAgain(queryClient, query.queryKey)
  setTimeout(() => {
    const changed = resting.get(query)
    resting.delete(query)
    if (changed) askAndRest(queryClient, query, restMs)
  }, restMs)
}
