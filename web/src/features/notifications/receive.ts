import type { LivePayload } from '@carillon/contract/live'
import type { QueryClient } from '@tanstack/react-query'
import { askAgain, isAsking } from '../../api/askAgain.ts'
import { toast } from '../../ui/toast/store.ts'
import { isToldHere } from '../pricing/confirmation.ts'
import { isKnown, isReworded, type NotificationList, withCreated, withUpdated } from './list.ts'
import { NOTIFICATIONS } from './queries.ts'

/** Puts a live notification first and tells it in a toast; `go` leads to what it is about. */
export function receiveCreated(
  queryClient: QueryClient,
  event: LivePayload<'NOTIFICATION_CREATED'>,
  go: (path: string) => void,
) {
  const { notification } = event
  const present = queryClient.getQueryData<NotificationList>(NOTIFICATIONS)
  const news = !present || !(isKnown(present, notification) || isReworded(present, notification))
  change(queryClient, (list) => withCreated(list, event))
  if (!news || notification.isRead || isToldHere(notification)) return
  const { title, message, link } = notification
  toast({
    title,
    description: message,
    ...(link ? { action: { label: 'Open', run: () => go(link) } } : {}),
  })
}

/** Takes over what was read or cleared in another tab or on another device. */
export const receiveUpdated = (
  queryClient: QueryClient,
  event: LivePayload<'NOTIFICATION_UPDATED'>,
) => change(queryClient, (list) => withUpdated(list, event))

function change(queryClient: QueryClient, next: (list: NotificationList) => NotificationList) {
  queryClient.setQueryData<NotificationList>(NOTIFICATIONS, (list) => list && next(list))
  // An answer on its way may be older than the event, and would take its place.
  if (isAsking(queryClient, NOTIFICATIONS)) void askAgain(queryClient, NOTIFICATIONS)
}
