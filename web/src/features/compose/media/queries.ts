import { getMedia, type Media } from '@carillon/contract/media'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { isApiError } from '../../../api/errors.ts'

/** Links open a file for a quarter of an hour; they are asked for anew before that, in milliseconds. */
const LINKS_MS = 10 * 60_000

const keyOf = (id: string) => ['media', id]

/** A file of the library, with links that open it. */
export const useMedia = (id: string | undefined) =>
  useQuery({
    queryKey: keyOf(id ?? ''),
    queryFn: () => call(getMedia, { params: { id: id ?? '' } }),
    enabled: id !== undefined,
    staleTime: LINKS_MS,
  })

/** How many of these files their person has deleted: what was sent with them still names them. */
export const useDeleted = (ids: readonly string[]): number =>
  useQuery({
    queryKey: ['deleted media', ids],
    queryFn: async () => {
      const found = await Promise.allSettled(ids.map((id) => call(getMedia, { params: { id } })))
      return found.filter((one) => one.status === 'rejected' && isDeleted(one.reason)).length
    },
    enabled: ids.length > 0,
  }).data ?? 0

/** Whether there is no such file any more. */
export const isDeleted = (error: unknown): boolean => isApiError(error, 'not_found')

/** Keeps what the server has just said of a file. */
export const receiveMedia = (queryClient: QueryClient, media: Media) =>
  void queryClient.setQueryData(keyOf(media.id), media)
