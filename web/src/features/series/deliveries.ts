import type { QueryClient } from '@tanstack/react-query'
import { askAgain } from '../../api/askAgain.ts'
import { ApiError } from '../../api/errors.ts'

/** Where the deliveries of a message or a cycle stand in the query cache. */
export const deliveriesKey = (sourceId: string) => ['deliveries', sourceId]

/** Asks again for what became of a message or a cycle. */
export const refetchDeliveries = (queryClient: QueryClient, sourceId: string) =>
  askAgain(queryClient, deliveriesKey(sourceId))

/** Whether a later run has brought the same to the group since: sending it there twice is for a person to decide. */
export const cameLater = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.details.some(({ path }) => path === 'again')
