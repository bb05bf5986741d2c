import { getMedia, type Media } from '@carillon/contract/media'
import { useQueries, useQuery, type QueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { isApiError } from '../../../api/errors.ts'

/** Links open a file for a quarter of an hour; they are asked for anew before that, in milliseconds. */
const LINKS_MS = 10 * 60_000

const keyOf = (id: string) => ['media', id]

/** A file of the library, with links that open it. */
export const useMedia = (id: string | undefined) =>
  useQuery({ ...queryOf(id ?? ''), enabled: id !== undefined })

/** How many of these files their person has deleted: what was sent with them still names them. */
export const useDeleted = (ids: readonly string[]): number =>
  useQueries({
    queries: ids.map(queryOf),
    combine: (found) => found.filter(({ error }) => isDeleted(error)).length,
  })

/** Whether there is no such file any more. */
export const isDeleted = (error: unknown): boolean => isApiError(error, 'not_found')

const queryOf = (id: string) => ({
  queryKey: keyOf(id),
  queryFn: () => call(getMedia, { params: { id } }),
  staleTime: LINKS_MS,
})

/** Keeps what the server has just said of a file. */
export const receiveMedia = (queryClient: QueryClient, media: Media) =>
  void queryClient.setQueryData(keyOf(media.id), media)
