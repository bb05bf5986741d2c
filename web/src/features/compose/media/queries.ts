import { getMedia, type Media } from '@carillon/contract/media'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

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

/** Keeps what the server has just said of a file. */
export const receiveMedia = (queryClient: QueryClient, media: Media) =>
  void queryClient.setQueryData(keyOf(media.id), media)
