import type { Notification } from '@carillon/contract/notifications'
import { listNotifications } from '../src/notifications/actions.ts'
import type { UserContext } from '../src/platform/context.ts'

/** What stands behind a person's bell, newest first. */
export async function bellOf(user: UserContext): Promise<Notification[]> {
  const { notifications } = await listNotifications(user, { limit: 200 })
  return notifications
}
