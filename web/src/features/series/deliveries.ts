import type { QueryClient } from '@tanstack/react-query'
import { askAgain } from '../../api/askAgain.ts'

/** Where the deliveries of a message or a cycle stand in the query cache. */
export const deliveriesKey = (sourceId: string) => ['deliveries', sourceId]

/** Asks again for what became of a message or a cycle. */
export const refetchDeliveries = (queryClient: QueryClient, sourceId: string) =>
  askAgain(queryClient, deliveriesKey(sourceId))
