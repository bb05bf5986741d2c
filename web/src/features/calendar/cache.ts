import type { QueryClient } from '@tanstack/react-query'
import { askAgain } from '../../api/askAgain.ts'
import { SENDS } from '../../api/queryKeys.ts'

export const refetchSends = (queryClient: QueryClient) => askAgain(queryClient, SENDS)
