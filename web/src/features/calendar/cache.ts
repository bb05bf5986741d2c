import type { QueryClient } from '@tanstack/react-query'
import { askAgain } from '../../api/askAgain.ts'

/** Where sends stand in the query cache: every change of a message or a cycle may change them. */
export const SENDS = ['sends']

export const refetchSends = (queryClient: QueryClient) => askAgain(queryClient, SENDS)
