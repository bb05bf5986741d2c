import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './errors.ts'

/** How long what was read counts as fresh, in milliseconds: live events tell of changes sooner. */
const FRESH_MS = 60_000

/** A cache of its own for each signed-in person. */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // What the browser believes about the network is often wrong; a call that fails says so in words.
        networkMode: 'always',
        // What the server refused it refuses again; a lost connection or a restart is worth two more tries.
        retry: (count, error) => count < 2 && !(error instanceof ApiError && error.status < 500),
      },
      mutations: { networkMode: 'always' },
    },
  })
