import type { Notification } from '@carillon/contract/notifications'
import { listNotifications, notify } from '../src/notifications/actions.ts'
import type { Notice } from '../src/notifications/rules.ts'
import type { UserContext } from '../src/platform/context.ts'
import type { TestApp } from './test-app.ts'

/** A notice to write to the bell. */
export const lost: Notice = {
  kind: 'groups',
  reason: 'group.lost',
  title: 'A group was lost',
  message: 'The bot was removed from Choir.',
  link: '/dashboard/telegram-manager',
  several: (count) => ({
    title: `${count} groups were lost`,
    message: 'The bot was removed from them.',
  }),
}

/** Writes this notice, with changes, to the bell of a user. */
export const tell = ({ ctx }: TestApp, userId: string, notice: Partial<Notice> = {}) =>
  ctx.transaction((tx) => notify(ctx, tx, userId, { ...lost, ...notice }))

/** The bell of a user: the newest items, and how many are unread. */
export const bell = (user: UserContext, limit = 50) => listNotifications(user, { limit })

/** The items of a person's bell, newest first. */
export async function bellOf(user: UserContext): Promise<Notification[]> {
  const { notifications } = await bell(user, 200)
  return notifications
}
