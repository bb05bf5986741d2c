import type { LivePayload } from '@carillon/contract/live'
import type { Notification } from '@carillon/contract/notifications'
import type { QueryClient } from '@tanstack/react-query'
import { askAgain, isAsking } from '../../api/askAgain.ts'
import { currentToast, toast } from '../../ui/toast/store.ts'
import { isShownHere } from '../pricing/confirmation.ts'
import { isKnown, isReworded, type NotificationList, withCreated, withUpdated } from './list.ts'
import { NOTIFICATIONS } from './queries.ts'

/** Puts a live notification first and tells it in a toast; `go` leads to what it is about, unless this is `here`. */
export function receiveCreated(
  queryClient: QueryClient,
  event: LivePayload<'NOTIFICATION_CREATED'>,
  go: (path: string) => void,
  here: string,
) {
  const { notification } = event
  const present = queryClient.getQueryData<NotificationList>(NOTIFICATIONS)
  const news = !present || !(isKnown(present, notification) || isReworded(present, notification))
  change(queryClient, (list) => withCreated(list, event))
  if (!news || notification.isRead || isShownHere(notification)) return
  tellNews(notification, go, here)
}

/** What the toast that is seen tells of, where it tells of news. */
let told: { id: string; titles: string[] } | undefined

/** Tells news in a toast; a trouble that is being told is not put away for it, but told with it. */
function tellNews(
  { title, message, link }: Notification,
  go: (path: string) => void,
  here: string,
) {
  const present = currentToast()
  if (present?.variant === 'destructive') {
    const { id: _, description = '', ...trouble } = present
    toast({ ...trouble, description: `${description} Also: ${title}.`.trim() })
    return
  }
  const titles = present && present.id === told?.id ? [...told.titles, title] : [title]
  const id =
    titles.length === 1
      ? toast({
          title,
          description: message,
          ...(link && link !== here ? { action: { label: 'Open', run: () => go(link) } } : {}),
        })
      : toast({
          title: `${titles.length} new notifications`,
          description: `${titles.slice(0, NAMED).join('. ')}${titles.length > NAMED ? ' …' : '.'}`,
        })
  told = { id, titles }
}

/** How many of several are named; the bell has all. */
const NAMED = 3

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
