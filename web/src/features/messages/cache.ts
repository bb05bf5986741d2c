import type { Message } from '@carillon/contract/messages'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { askAgain, isAsking } from '../../api/askAgain.ts'
import { refetchSends } from '../calendar/cache.ts'
import { newer, withNewer } from '../../api/revision.ts'

/** Where messages and their deliveries stand in the query cache. */
export const LISTS = ['messages', 'list']
export const oneKey = (id: string) => ['messages', 'one', id]
export const deliveriesKey = (messageId: string) => ['deliveries', messageId]

/** One page of a list, as the server answers it. */
export type Page<T> = { items: T[]; nextCursor: string | null }

/**
 * Takes over a message as an answer or a live event told it; an older state is dropped. Lists are asked
 * for again only when it may stand in another place of them now.
 */
export function receiveMessage(queryClient: QueryClient, message: Message) {
  const present = presentMessage(queryClient, message.id)
  if (present && present.rev > message.rev) return

  const one = oneKey(message.id)
  queryClient.setQueryData<Message>(one, (known) => known && newer(known, message))
  queryClient.setQueriesData<InfiniteData<Page<Message>>>(
    { queryKey: LISTS },
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({ ...page, items: withNewer(page.items, message) })),
      },
  )
  void askAgain(queryClient, deliveriesKey(message.id))
  // An answer on its way may be older than the event, and would take its place.
  if (isAsking(queryClient, one)) void askAgain(queryClient, one)
  if (!present || mayHaveMoved(present, message) || isAsking(queryClient, LISTS)) {
    void askAgain(queryClient, LISTS)
  }
  if (!present || sendsOtherwise(present, message)) void refetchSends(queryClient)
}

/** Takes a deleted message out of everything. */
export function forgetMessage(queryClient: QueryClient, id: string) {
  queryClient.setQueriesData<InfiniteData<Page<Message>>>(
    { queryKey: LISTS },
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({
          ...page,
          items: page.items.filter((item) => item.id !== id),
        })),
      },
  )
  queryClient.removeQueries({ queryKey: oneKey(id) })
  void refetchSends(queryClient)
}

export const refetchDeliveries = (queryClient: QueryClient, messageId: string) =>
  askAgain(queryClient, deliveriesKey(messageId))

/** The newest state of a message that is known here. */
function presentMessage(queryClient: QueryClient, id: string): Message | undefined {
  const listed = queryClient
    .getQueriesData<InfiniteData<Page<Message>>>({ queryKey: LISTS })
    .flatMap(([, list]) => list?.pages.flatMap((page) => page.items) ?? [])
  const one = queryClient.getQueryData<Message>(oneKey(id))
  return [...listed, ...(one ? [one] : [])]
    .filter((message) => message.id === id)
    .reduce<Message | undefined>((a, b) => (a && a.rev >= b.rev ? a : b), undefined)
}

const mayHaveMoved = (before: Message, after: Message) =>
  before.status !== after.status ||
  before.nextAt !== after.nextAt ||
  Boolean(before.attention) !== Boolean(after.attention)

/** Whether a calendar shows it differently now. */
const sendsOtherwise = (before: Message, after: Message) =>
  mayHaveMoved(before, after) ||
  before.content.text !== after.content.text ||
  before.occurrence?.id !== after.occurrence?.id ||
  before.occurrence?.status !== after.occurrence?.status ||
  before.exceptions?.length !== after.exceptions?.length
