import type { Notification } from '@carillon/contract/notifications'
import type { LivePayload } from '@carillon/contract/live'
import { after } from '../platform/clock.ts'
import type { Context, Reading, Tx, UserContext } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { readCursor, writeCursor } from '../platform/http/cursor.ts'
import { isUuid } from '../platform/ids.ts'
import { presentNotification } from './present.ts'
import { KEPT_MAX, KEPT_MS } from './rules.ts'
import * as store from './store.ts'

declare module '../platform/news/news.ts' {
  interface NewsKinds {
    'notification.created': true
    'notification.updated': true
  }
}

export { notify, notifyAll, updateAll, settleAll } from './notify.ts'

/** The caller's items, newest first, with how many of all are unread. */
export async function listNotifications(
  ctx: UserContext,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
) {
  const userId = ctx.user.id
  const from = cursor ? readCursor(cursor) : undefined
  const [rows, unreadCount] = await Promise.all([
    store.list(ctx, userId, from, limit + 1),
    store.countUnread(ctx, userId),
  ])
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    notifications: shown.map(presentNotification),
    unreadCount,
    nextCursor: last ? writeCursor({ part: 'newest', at: last.createdAt, id: last.id }) : null,
  }
}

/** Throws `not_found` for what was cleared or is somebody else's; reading it again changes nothing. */
export function readNotification(ctx: UserContext, id: string): Promise<{ unreadCount: number }> {
  const userId = ctx.user.id
  return ctx.transaction(async (tx) => {
    const row = isUuid(id) ? await store.find(tx, userId, id) : undefined
    if (!row) throw notFound('notification')
    const read = await store.markRead(tx, ctx.clock.now(), userId, id)
    if (read > 0) {
      await tx.publish({ kind: 'notification.updated', userId, id, rev: row.rev + 1 })
    }
    return { unreadCount: await store.countUnread(tx, userId) }
  })
}

export function readAllNotifications(ctx: UserContext): Promise<{ unreadCount: number }> {
  return ctx.transaction(async (tx) => {
    const read = await store.markRead(tx, ctx.clock.now(), ctx.user.id)
    return tellAll(ctx, tx, READ_ALL, read)
  })
}

export function clearNotifications(ctx: UserContext): Promise<{ unreadCount: number }> {
  return ctx.transaction(async (tx) => {
    const cleared = await store.clear(tx, ctx.user.id)
    return tellAll(ctx, tx, CLEAR_ALL, cleared)
  })
}

/** News about more than one item has this instead of an id. */
const READ_ALL = 'read-all'
const CLEAR_ALL = 'clear-all'

async function tellAll({ user }: UserContext, tx: Tx, id: string, changed: number) {
  if (changed > 0) {
    await tx.publish({ kind: 'notification.updated', userId: user.id, id, rev: 0 })
  }
  return { unreadCount: await store.countUnread(tx, user.id) }
}

/** What the live event of a new item says; undefined when it is read or cleared by now. */
export async function createdEvent(
  ctx: Reading,
  userId: string,
  id: string,
): Promise<LivePayload<'NOTIFICATION_CREATED'> | undefined> {
  const row = await store.find(ctx, userId, id)
  if (!row || row.readAt) return undefined
  return {
    notification: presentNotification(row),
    unreadCount: await store.countUnread(ctx, userId),
  }
}

/** What the live event of items that were read or cleared says. */
export async function updatedEvent(
  ctx: Reading,
  userId: string,
  id: string,
): Promise<LivePayload<'NOTIFICATION_UPDATED'>> {
  const unreadCount = await store.countUnread(ctx, userId)
  if (id === READ_ALL || id === CLEAR_ALL) {
    const since = await store.idsOf(ctx, userId, id === READ_ALL ? 'unread' : 'all')
    return {
      all: true,
      ...(since.length > 0 ? { except: since } : {}),
      change: id === READ_ALL ? 'read' : 'cleared',
      unreadCount,
    }
  }
  const change = (await store.find(ctx, userId, id)) ? 'read' : 'cleared'
  return { ids: [id], change, unreadCount }
}

/** Deletes what is too old to matter, some at a time, so that nobody waits for it. */
export async function forgetOld(ctx: Context): Promise<void> {
  const before = after(ctx.clock.now(), -KEPT_MS)
  while ((await ctx.transaction((tx) => store.deleteOlder(tx, before, DELETED_AT_ONCE))) > 0);
}

/** Rows deleted in one transaction. */
const DELETED_AT_ONCE = 1_000

/** What a person's export has of their bell; it goes with the person's row. */
export const notificationData = {
  name: 'notifications',
  async *export(ctx: Reading, userId: string): AsyncGenerator<Notification[]> {
    const rows = await store.list(ctx, userId, undefined, KEPT_MAX)
    yield rows.map(presentNotification)
  },
}
