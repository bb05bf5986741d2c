import type { Message, MessageSummary } from '@carillon/contract/messages'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { askAgain, askAgainThrottled, isAsking } from '../../api/askAgain.ts'
import { refetchSends } from '../calendar/cache.ts'
import { refetchNewGroups } from '../groups/cache.ts'
import { MESSAGES } from '../../api/queryKeys.ts'
import { withNewer } from '../../api/revision.ts'
import { deliveriesKey } from '../series/deliveries.ts'

/** The keys of messages in the query cache. */
export const LISTS = [...MESSAGES, 'list']
export const COUNTS = [...MESSAGES, 'counts']
export const oneKey = (id: string) => [...MESSAGES, 'one', id]

/** One page of a list, as the server sends it. */
export type Page<T> = { items: T[]; nextCursor: string | null }

/** Fields that only the answer about one message has; lists and live events do not have them. */
type Whole = Pick<Message, 'topics' | 'exceptions'>
/** A message as it comes in an answer or in a live event. */
export type ReceivedMessage = MessageSummary & Partial<Whole>

/**
 * Stores a message from an answer or a live event; an older state is ignored. Lists are read again only if
 * the message may have moved in them. Its own page is read again when a live event reports an edit, because
 * the event does not contain everything.
 */
export function receiveMessage(queryClient: QueryClient, message: ReceivedMessage) {
  const present = presentMessage(queryClient, message.id)
  if (present && present.rev > message.rev) return
  const moved = hasMoved(queryClient, message)

  const one = oneKey(message.id)
  const known = queryClient.getQueryData<Message>(one)
  if (known && (known.rev < message.rev || hasNewFollowUps(known, message))) {
    const next = mergeInto(known, message)
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
  // An answer that is still loading may be older than the event, and would overwrite it.
  if (isAsking(queryClient, one)) void askAgain(queryClient, one)
  if (moved || isAsking(queryClient, LISTS)) {
    askAgainThrottled(queryClient, LISTS)
    askAgainThrottled(queryClient, COUNTS)
  }
  if (!present || calendarDiffers(present, message)) void refetchSends(queryClient)
  if ((message.occurrence?.sent ?? 0) > 0) refetchNewGroups(queryClient)
}

/** Whether only the follow-ups of what was sent have changed: they do not change the revision of the message. */
const hasNewFollowUps = (known: Message, received: ReceivedMessage): boolean =>
  known.rev === received.rev && followUpsOf(known) !== followUpsOf(received)

function followUpsOf({ occurrence }: Pick<ReceivedMessage, 'occurrence'>): string {
  const { id, changes, edited, deleted, deletedAt } = occurrence ?? {}
  return JSON.stringify([id, changes, edited, deleted, deletedAt])
}

/** The whole message with the received fields. Undefined if a person changed fields that were not received. */
function mergeInto(known: Message, received: ReceivedMessage): Message | undefined {
  const { exceptions } = received
  if (exceptions) return { ...received, exceptions }
  if (received.editedRev !== known.editedRev) return undefined
  const { groupIds, schedule, exceptions: before, topics } = known
  return {
    ...received,
    groupIds,
    exceptions: before,
    ...(schedule ? { schedule } : {}),
    ...(topics ? { topics } : {}),
  }
}

/** Removes a deleted message from everything except its own page. */
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
  // Its page may be open. It learns of the deletion from the server's answer, and keeps what is typed there.
  void askAgain(queryClient, one)
  // An answer that is still loading may contain it.
  if (isAsking(queryClient, LISTS)) askAgainThrottled(queryClient, LISTS)
  askAgainThrottled(queryClient, COUNTS)
  void refetchSends(queryClient)
}

/** Reads every shown message again. */
export const refetchMessages = (queryClient: QueryClient) => askAgain(queryClient, MESSAGES)

export const refetchLists = (queryClient: QueryClient) =>
  Promise.all([askAgain(queryClient, LISTS), askAgain(queryClient, COUNTS)])

/** The newest state of a message in the cache. */
function presentMessage(queryClient: QueryClient, id: string): MessageSummary | undefined {
  const one = queryClient.getQueryData<Message>(oneKey(id))
  return [...listedMessages(queryClient, id), ...(one ? [one] : [])].reduce<
    MessageSummary | undefined
  >((a, b) => (a && a.rev >= b.rev ? a : b), undefined)
}

/** The message in each list that contains it. */
const listedMessages = (queryClient: QueryClient, id: string): MessageSummary[] =>
  queryClient
    .getQueriesData<InfiniteData<Page<MessageSummary>>>({ queryKey: LISTS })
    .flatMap(([, list]) => list?.pages.flatMap((page) => page.items) ?? [])
    .filter((message) => message.id === id)

/**
 * Whether a list may show a message that no longer belongs there, or lack it. The lists are compared, because the
 * page of the message may have the new state already.
 */
function hasMoved(queryClient: QueryClient, message: ReceivedMessage): boolean {
  const listed = listedMessages(queryClient, message.id)
  if (listed.length > 0) return listed.some((before) => mayHaveMoved(before, message))
  const one = queryClient.getQueryData<Message>(oneKey(message.id))
  return !one || one.rev === message.rev || mayHaveMoved(one, message)
}

const mayHaveMoved = (before: MessageSummary, after: MessageSummary) =>
  before.status !== after.status ||
  before.nextAt !== after.nextAt ||
  // With other groups it may reach none, or some again.
  before.editedRev !== after.editedRev ||
  Boolean(before.attention) !== Boolean(after.attention)

/** Whether a calendar shows it differently now. */
const calendarDiffers = (before: MessageSummary, after: MessageSummary) =>
  mayHaveMoved(before, after) ||
  before.content.text !== after.content.text ||
  before.occurrence?.id !== after.occurrence?.id ||
  before.occurrence?.status !== after.occurrence?.status ||
  followUpsOf(before) !== followUpsOf(after)
