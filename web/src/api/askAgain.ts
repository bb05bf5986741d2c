import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'

/** Queries in their first load that must be loaded once more after it. */
const waiting = new WeakSet<Query>()

/**
 * Reloads the queries under `queryKey`, or all queries, since their data has changed. The answer of a running first load
 * may be older than the change, so that query is loaded once more after it; invalidating alone would not do that.
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
      // Its error is shown where its data would be.
      () => waiting.delete(query),
    )
  }
  return queryClient.invalidateQueries({ queryKey })
}

/** Whether a query is loading, so that its answer may be older than the latest change. */
export const isAsking = (queryClient: QueryClient, queryKey: QueryKey) =>
  queryClient.isFetching({ queryKey }) > 0

/** The shortest time between two reloads of a list, in milliseconds for each of its pages: four calls a second. */
const GAP_PER_PAGE_MS = 250

/** Long lists that were just reloaded, and whether their data has changed since then. */
const throttled = new WeakMap<Query, boolean>()

/**
 * Like `askAgain`, for data that many events change. The pages of a list are loaded one after the other: a list of a
 * hundred pages would still be loading when the next event arrives, so a long list is reloaded less often.
 */
export function askAgainThrottled(queryClient: QueryClient, queryKey: QueryKey): void {
  for (const query of queryClient.getQueryCache().findAll({ queryKey })) {
    const { pages = [] } = (query.state.data ?? {}) as { pages?: unknown[] }
    if (pages.length > 1) askThrottled(queryClient, query, pages.length * GAP_PER_PAGE_MS)
    else void askAgain(queryClient, query.queryKey)
  }
}

function askThrottled(queryClient: QueryClient, query: Query, gapMs: number): void {
  if (throttled.has(query)) {
    throttled.set(query, true)
    return
  }
  throttled.set(query, false)
  void askAgain(queryClient, query.queryKey)
  setTimeout(() => {
    const changed = throttled.get(query)
    throttled.delete(query)
    if (changed) askThrottled(queryClient, query, gapMs)
  }, gapMs)
}
