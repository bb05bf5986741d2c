import type { Notification } from '@carillon/contract/notifications'
import type { LivePayload } from '@carillon/contract/live'
import { after, days } from '../platform/clock.ts'
import type { Context, Reading, Tx, UserContext } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { readCursor, writeCursor } from '../platform/http/cursor.ts'
import { isUuid } from '../platform/ids.ts'
import { sendMail } from '../platform/mail/mail.ts'
import { notificationMail } from './mails.ts'
import { presentNotification } from './present.ts'
import {
  itemsOf,
  KEPT_MAX,
  KEPT_MS,
  SEEN_MS,
  TOGETHER_MS,
  wordsFor,
  type Item,
  type Notice,
  type UserNotice,
} from './rules.ts'
import * as store from './store.ts'

declare module '../platform/news/news.ts' {
  interface NewsKinds {
    'notification.created': true
    'notification.updated': true
  }
}

/** Puts one thing behind the bell of each of these users; the rest as in `notifyAll`. */
export const notify = (
  ctx: Context,
  tx: Tx,
  users: string | readonly string[],
  notice: Notice,
): Promise<void> =>
  notifyAll(
    ctx,
    tx,
    [...new Set([users].flat())].map((userId) => ({ userId, notice })),
  )

/**
 * Puts things behind people's bells, in the transaction that makes them true. What happens again within
 * ten minutes, and was not read meanwhile, is counted to the item that is there. Whoever wants its kind
 * by e-mail gets one for the item, and none for what is counted to it.
 */
export async function notifyAll(ctx: Context, tx: Tx, told: readonly UserNotice[]): Promise<void> {
  const items = itemsOf(told)
  if (items.length === 0) return
  const now = ctx.clock.now()
  const rows = items.map(({ userId, notice, times }) => ({
    id: ctx.ids.next(),
    userId,
    kind: notice.kind,
    reason: notice.reason,
    ...wordsFor(notice, times),
    count: times,
    about: times === 1 ? (notice.about ?? null) : null,
  }))
  const put = await store.put(tx, rows, { now, since: after(now, -TOGETHER_MS) })
  const both = items.map((item, n) => ({ ...item, ...put[n]! }))
  const grown = both.filter(({ isNew }) => !isNew)
  await store.reword(
    tx,
    grown.map(({ id, notice, count }) => ({ id, ...wordsFor(notice, count) })),
  )
  await mailAndPrune(
    ctx,
    tx,
    both.filter(({ isNew }) => isNew),
  )
  await tx.publish(
    ...both.map(({ userId, id, rev }) => ({
      kind: 'notification.created' as const,
      userId,
      id,
      rev,
    })),
  )
}

/**
 * Brings up to date what the bell has told before: the items of the same `about` get these words. Those that say
 * `more` are unread again. So is told what was cleared or joined by others, unless it is unread. Nobody gets a second
 * mail.
 */
export async function retellAll(
  ctx: Context,
  tx: Tx,
  told: readonly (UserNotice & { more: boolean })[],
): Promise<void> {
  const known = told.flatMap(({ userId, notice, more }) =>
    notice.about ? [{ userId, about: notice.about, more, ...wordsFor(notice, 1) }] : [],
  )
  if (known.length === 0) return
  const now = ctx.clock.now()
  const items = await store.retell(tx, known, { now, seenBefore: after(now, -SEEN_MS) })
  await tx.publish(
    ...items.map(({ userId, id, rev }) => ({
      kind: 'notification.created' as const,
      userId,
      id,
      rev,
    })),
  )
  const found = new Set(items.map(({ about }) => about))
  const gone = told.filter(({ notice, more }) => more && !found.has(notice.about ?? null))
  if (gone.length === 0) return
  const open = await store.findOpen(
    tx,
    gone.map(({ userId, notice }) => ({ userId, reason: notice.reason })),
  )
  const anew = gone.filter(({ userId, notice }) => !open.has(`${userId} ${notice.reason}`))
  await notifyAll(
    ctx,
    tx,
    anew.map(({ userId, notice }) => ({ userId, notice: { ...notice, mailed: 'never' } })),
  )
}

async function mailAndPrune(ctx: Context, tx: Tx, items: readonly Item[]) {
  if (items.length === 0) return
  const userIds = [...new Set(items.map(({ userId }) => userId))]
  await store.keepNewest(tx, userIds, KEPT_MAX)
  const mailed = await store.findMailed(tx, userIds)
  const goodUntil = after(ctx.clock.now(), MAILED_MS)
  for (const { userId, notice, times } of items) {
    const wanted = mailed.get(userId)
    if (!wanted) continue
    const chosen = wanted.kinds.includes(notice.kind)
    if (notice.mailed === 'never' || (!chosen && !notice.mailed)) continue
    const letter = notificationMail(ctx.config.publicUrl, wordsFor(notice, times), { chosen })
    await sendMail(ctx, tx, { to: wanted.email, ...letter, goodUntil })
  }
}

/** A mail that could not be sent for this long is dropped, because its news are old by then. */
const MAILED_MS = days(1)

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

/** What news of more than one item name instead of an id. */
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
  while ((await ctx.transaction((tx) => store.deleteOlder(tx, before, TOGETHER_MAX))) > 0);
}

/** Rows deleted in one transaction. */
const TOGETHER_MAX = 1_000

/** What a person's export has of their bell; it goes with the person's row. */
export const notificationData = {
  name: 'notifications',
  async *export(ctx: Reading, userId: string): AsyncGenerator<Notification[]> {
    const rows = await store.list(ctx, userId, undefined, KEPT_MAX)
    yield rows.map(presentNotification)
  },
}
