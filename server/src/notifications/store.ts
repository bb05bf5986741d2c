import type { NotificationKind } from '@carillon/contract/notifications'
import { sql, type Selectable } from 'kysely'
import type { Reading, Tx } from '../platform/context.ts'
import type { Words } from './rules.ts'
import type { NotificationsTable } from './tables.ts'

export type NotificationRow = Selectable<NotificationsTable>

type Put = Pick<NotificationRow, 'id' | 'userId' | 'count' | 'rev'>

type NewItem = Pick<NotificationRow, 'kind' | 'title' | 'message' | 'link'> & { reason: string }

/**
 * Adds an item for each of the users, or counts it to their unread one with its reason if that began
 * after `since`. Of many at once one adds it and the others wait, then count.
 */
export async function put(
  tx: Tx,
  users: readonly { userId: string; id: string }[],
  item: NewItem,
  { now, since }: { now: Date; since: Date },
): Promise<Put[]> {
  const userIds = users.map(({ userId }) => userId)
  await tx.db
    .updateTable('notifications')
    .set({ reason: null })
    .where('userId', 'in', userIds)
    .where('reason', '=', item.reason)
    .where('openedAt', '<=', since)
    .execute()
  return tx.db
    .insertInto('notifications')
    .values(users.map((user) => ({ ...item, ...user, openedAt: now, createdAt: now })))
    .onConflict((conflict) =>
      conflict.columns(['userId', 'reason']).doUpdateSet((eb) => ({
        count: eb('notifications.count', '+', 1),
        rev: eb('notifications.rev', '+', 1),
        createdAt: now,
      })),
    )
    .returning(['id', 'userId', 'count', 'rev'])
    .execute()
}

export async function reword(
  tx: Tx,
  id: string,
  words: Words & { link: string | null },
): Promise<void> {
  await tx.db.updateTable('notifications').set(words).where('id', '=', id).execute()
}

/** Those of the users who want this kind by e-mail, too. */
export async function findMailed(
  tx: Tx,
  userIds: readonly string[],
  kind: NotificationKind,
): Promise<string[]> {
  const rows = await tx.db
    .selectFrom('users')
    .select('email')
    .where('id', 'in', userIds)
    .where(sql<boolean>`preferences->'mailed' @> to_jsonb(${kind}::text)`)
    .execute()
  return rows.flatMap(({ email }) => email ?? [])
}

/** Deletes all of each user's but the newest; what another transaction works on is left for later. */
export async function keepNewest(tx: Tx, userIds: readonly string[], kept: number): Promise<void> {
  await sql`
    delete from notifications where id in (
      select old.id from unnest(${userIds}::text[]) u(id) cross join lateral (
        select n.id from notifications n where n.user_id = u.id
        order by n.created_at desc, n.id desc offset ${kept} for update skip locked) old)`.execute(
    tx.db,
  )
}

/** Deletes what happened before, so many at most; answers how many. */
export async function deleteOlder(tx: Tx, before: Date, most: number): Promise<number> {
  const { numDeletedRows } = await tx.db
    .deleteFrom('notifications')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('notifications')
        .select('id')
        .where('createdAt', '<', before)
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

export const find = (
  ctx: Reading,
  userId: string,
  id: string,
): Promise<NotificationRow | undefined> =>
  ctx.db
    .selectFrom('notifications')
    .selectAll()
    .where('userId', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()

/** Newest first, from below the row given. */
export function list(
  ctx: Reading,
  userId: string,
  from: { at: Date; id: string } | undefined,
  limit: number,
): Promise<NotificationRow[]> {
  const rows = ctx.db
    .selectFrom('notifications')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  if (!from) return rows.execute()
  return rows.where(sql<boolean>`(created_at, id) < (${from.at}, ${from.id}::uuid)`).execute()
}

export async function countUnread(ctx: Reading, userId: string): Promise<number> {
  const { unread } = await ctx.db
    .selectFrom('notifications')
    .select((eb) => eb.fn.countAll<number>().as('unread'))
    .where('userId', '=', userId)
    .where('readAt', 'is', null)
    .executeTakeFirstOrThrow()
  return unread
}

/** The ids of all of a user's items, or of the unread ones. */
export async function idsOf(
  ctx: Reading,
  userId: string,
  which: 'all' | 'unread',
): Promise<string[]> {
  const query = ctx.db.selectFrom('notifications').select('id').where('userId', '=', userId)
  const rows = await (which === 'all' ? query : query.where('readAt', 'is', null)).execute()
  return rows.map(({ id }) => id)
}

/** Marks what is unread of them as read; without an id, all. Answers how many that were. */
export async function markRead(tx: Tx, now: Date, userId: string, id?: string): Promise<number> {
  const update = tx.db
    .updateTable('notifications')
    // What happens again from now on is a new item: this one has been seen.
    .set((eb) => ({ readAt: now, reason: null, rev: eb('rev', '+', 1) }))
    .where('userId', '=', userId)
    .where('readAt', 'is', null)
  const { numUpdatedRows } = await (
    id === undefined ? update : update.where('id', '=', id)
  ).executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

export async function clear(tx: Tx, userId: string): Promise<number> {
  const { numDeletedRows } = await tx.db
    .deleteFrom('notifications')
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
