import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './errors.ts'

/** How long data counts as fresh, in milliseconds: live events report changes sooner. */
const FRESH_MS = 60_000

/** A cache of its own for each signed-in person. */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // The browser is often wrong about being offline; a call that fails shows its own error.
        networkMode: 'always',
        // A refusal would be repeated; after a lost connection or a restart, two more attempts may succeed.
        retry: (count, error) => count < 2 && !(error instanceof ApiError && error.status < 500),
      },
      mutations: { networkMode: 'always' },
    },
  })
