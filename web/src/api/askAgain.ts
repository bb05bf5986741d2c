import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'

/** Queries in their first load that must be loaded once more after it. */
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
      // Its error is shown where its data would be.
      () => waiting.delete(query),
    )
  }
  return queryClient.invalidateQueries({ queryKey })
}

/** Whether an answer is on its way that may be older than the latest change. */
export const isAsking = (queryClient: QueryClient, queryKey: QueryKey) =>
  queryClient.isFetching({ queryKey }) > 0

/** The shortest time between two reloads of a list, in milliseconds for each of its pages: four calls a second. */
const GAP_PER_PAGE_MS = 250

/** Long lists that were just reloaded, and whether something has changed since then. */
const throttled = new WeakMap<Query, boolean>()

/**
 * Like `askAgain`, for what many events tell of. Pages of a list are asked for one after the other: one of a
 * hundred pages would still load for the first event when the next one comes, so a long list is reloaded less often.
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
