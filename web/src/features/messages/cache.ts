import type { Message, MessageSummary } from '@carillon/contract/messages'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { askAgain, askAgainThrottled, isAsking } from '../../api/askAgain.ts'
import { refetchSends } from '../calendar/cache.ts'
import { withNewer } from '../../api/revision.ts'
import { deliveriesKey } from '../series/deliveries.ts'

/** Where messages stand in the query cache. */
export const LISTS = ['messages', 'list']
export const COUNTS = ['messages', 'counts']
export const oneKey = (id: string) => ['messages', 'one', id]

/** One page of a list, as the server answers it. */
export type Page<T> = { items: T[]; nextCursor: string | null }

/** What only an answer about one message has; lists and live events do not. */
type Whole = Pick<Message, 'topics' | 'exceptions'>
/** A message as an answer or a live event told it. */
export type ToldMessage = MessageSummary & Partial<Whole>

/**
 * Stores a message from an answer or a live event; an older state is ignored. Lists are read again only if
 * the message may have moved in them. Its own page is read again when a live event reports an edit, because
 * the event does not contain everything.
 */
export function receiveMessage(queryClient: QueryClient, message: ToldMessage) {
  const present = presentMessage(queryClient, message.id)
  if (present && present.rev > message.rev) return

  const one = oneKey(message.id)
  const known = queryClient.getQueryData<Message>(one)
  if (known && (known.rev < message.rev || isFollowedUp(known, message))) {
    const next = wholeOf(known, message)
    if (next) queryClient.setQueryData<Message>(one, next)
    else void askAgain(queryClient, one)
  }
  queryClient.setQueriesData<InfiniteData<Page<MessageSummary>>>(
    { queryKey: LISTS },
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({ ...page, items: withNewer(page.items, message) })),
      },
  )
  askAgainThrottled(queryClient, deliveriesKey(message.id))
  // An answer on its way may be older than the event, and would take its place.
  if (isAsking(queryClient, one)) void askAgain(queryClient, one)
  if (!present || mayHaveMoved(present, message) || isAsking(queryClient, LISTS)) {
    askAgainThrottled(queryClient, LISTS)
    askAgainThrottled(queryClient, COUNTS)
  }
  if (!present || sendsOtherwise(present, message)) void refetchSends(queryClient)
}

/** Whether what was done with what it had sent is told anew: that is no new state of the message itself. */
const isFollowedUp = (known: Message, told: ToldMessage): boolean =>
  known.rev === told.rev && followUpsOf(known) !== followUpsOf(told)

function followUpsOf({ occurrence }: Pick<ToldMessage, 'occurrence'>): string {
  const { id, changes, edited, deleted, deletedAt } = occurrence ?? {}
  return JSON.stringify([id, changes, edited, deleted, deletedAt])
}

/** The whole message after what was told of it; undefined when a person changed what was not told. */
function wholeOf(known: Message, told: ToldMessage): Message | undefined {
  const { exceptions } = told
  if (exceptions) return { ...told, exceptions }
  if (told.editedRev !== known.editedRev) return undefined
  const { groupIds, schedule, exceptions: before, topics } = known
  return {
    ...told,
    groupIds,
    exceptions: before,
    ...(schedule ? { schedule } : {}),
    ...(topics ? { topics } : {}),
  }
}

/** Takes a deleted message out of everything but its own page. */
export function forgetMessage(queryClient: QueryClient, id: string) {
  queryClient.setQueriesData<InfiniteData<Page<MessageSummary>>>(
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
  const one = oneKey(id)
  queryClient.removeQueries({ queryKey: one, type: 'inactive' })
  // Its page is open: it is told by the server's answer, and keeps what is typed there.
  void askAgain(queryClient, one)
  // An answer on its way may still have it.
  if (isAsking(queryClient, LISTS)) askAgainThrottled(queryClient, LISTS)
  askAgainThrottled(queryClient, COUNTS)
  void refetchSends(queryClient)
}

/** Asks again for every message that is shown. */
export const refetchMessages = (queryClient: QueryClient) => askAgain(queryClient, ['messages'])

export const refetchLists = (queryClient: QueryClient) =>
  Promise.all([askAgain(queryClient, LISTS), askAgain(queryClient, COUNTS)])

/** The newest state of a message in the cache. */
function presentMessage(queryClient: QueryClient, id: string): MessageSummary | undefined {
  const listed = queryClient
    .getQueriesData<InfiniteData<Page<MessageSummary>>>({ queryKey: LISTS })
    .flatMap(([, list]) => list?.pages.flatMap((page) => page.items) ?? [])
  const one = queryClient.getQueryData<Message>(oneKey(id))
  return [...listed, ...(one ? [one] : [])]
    .filter((message) => message.id === id)
    .reduce<MessageSummary | undefined>((a, b) => (a && a.rev >= b.rev ? a : b), undefined)
}

const mayHaveMoved = (before: MessageSummary, after: MessageSummary) =>
  before.status !== after.status ||
  before.nextAt !== after.nextAt ||
  Boolean(before.attention) !== Boolean(after.attention)

/** Whether a calendar shows it differently now. */
const sendsOtherwise = (before: MessageSummary, after: MessageSummary) =>
  mayHaveMoved(before, after) ||
  before.content.text !== after.content.text ||
  before.occurrence?.id !== after.occurrence?.id ||
  before.occurrence?.status !== after.occurrence?.status ||
  before.editedRev !== after.editedRev
