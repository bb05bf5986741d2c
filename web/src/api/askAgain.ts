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
