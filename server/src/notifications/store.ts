import type { NotificationKind } from '@carillon/contract/notifications'
import { sql, type Selectable } from 'kysely'
import type { Reading, Tx } from '../platform/context.ts'
import type { Words } from './rules.ts'
import type { NotificationsTable } from './tables.ts'

export type NotificationRow = Selectable<NotificationsTable>

/** An item after the write. `isNew`: it was inserted, not only counted. Its link and `about` are those before the write. */
export type Put = Pick<NotificationRow, 'id' | 'count' | 'rev' | 'link' | 'about' | 'appended'> & {
  isNew: boolean
}

export type NewItem = Pick<
  NotificationRow,
  'id' | 'userId' | 'kind' | 'title' | 'message' | 'link' | 'count' | 'about'
> & { reason: string }

/**
 * Adds items, or counts each to the unread one of its user with its reason if that began after `since`;
 * answers what there is, in the same order. Of many at once one adds it and the others wait, then count.
 */
export async function put(
  tx: Tx,
  items: readonly NewItem[],
  { now, since }: { now: Date; since: Date },
): Promise<Put[]> {
  const userIds = items.map(({ userId }) => userId)
  const reasons = items.map(({ reason }) => reason)
  await sql`
    update notifications n set reason = null
    from unnest(${userIds}::text[], ${reasons}::text[]) as told(user_id, reason)
    where n.user_id = told.user_id and n.reason = told.reason and n.opened_at <= ${since}`.execute(
    tx.db,
  )
  const { rows } = await sql<Omit<Put, 'isNew'> & Pick<NotificationRow, 'userId' | 'reason'>>`
    insert into notifications (id, user_id, reason, kind, title, message, link, count, about, opened_at, created_at)
    select id, user_id, reason, kind, title, message, link, count, about, ${now}, ${now}
    from unnest(
      ${items.map(({ id }) => id)}::uuid[], ${userIds}::text[], ${reasons}::text[],
      ${items.map(({ kind }) => kind)}::text[], ${items.map(({ title }) => title)}::text[],
      ${items.map(({ message }) => message)}::text[], ${items.map(({ link }) => link)}::text[],
      ${items.map(({ count }) => count)}::int[], ${items.map(({ about }) => about)}::uuid[]
    ) as told(id, user_id, reason, kind, title, message, link, count, about)
    on conflict (user_id, reason) do update
    set count = notifications.count + excluded.count, rev = notifications.rev + 1,
      created_at = excluded.created_at,
      about = case when notifications.about = excluded.about then notifications.about end
    returning id, user_id, reason, count, rev, link, about, appended`.execute(tx.db)
  const found = new Map(rows.map((row) => [`${row.userId} ${row.reason}`, row]))
  return items.map(({ id: given, userId, reason }) => {
    const { id, count, rev, link, about, appended } = found.get(`${userId} ${reason}`)!
    return { id, count, rev, link, about, appended, isNew: id === given }
  })
}

/**
 * Gives the items about these the words of now. Those that say `more` and were read before `seenBefore` are unread
 * again, and the newest. Returns the items that are there.
 */
export async function rewrite(
  tx: Tx,
  told: readonly (Words & { userId: string; about: string; link: string | null; more: boolean })[],
  { now, seenBefore }: { now: Date; seenBefore: Date },
): Promise<Pick<NotificationRow, 'id' | 'userId' | 'rev' | 'about'>[]> {
  const { rows } = await sql<Pick<NotificationRow, 'id' | 'userId' | 'rev' | 'about'>>`
    update notifications n set title = told.title, message = told.message, link = told.link, rev = n.rev + 1,
      read_at = case when told.more and n.read_at <= ${seenBefore} then null else n.read_at end,
      created_at = case when told.more and n.read_at <= ${seenBefore} then ${now} else n.created_at end
    from unnest(
      ${told.map(({ userId }) => userId)}::text[], ${told.map(({ about }) => about)}::uuid[],
      ${told.map(({ title }) => title)}::text[], ${told.map(({ message }) => message)}::text[],
      ${told.map(({ link }) => link)}::text[], ${told.map(({ more }) => more)}::boolean[]
    ) as told(user_id, about, title, message, link, more)
    where n.about = told.about and n.user_id = told.user_id
    returning n.id, n.user_id, n.rev, n.about`.execute(tx.db)
  return rows
}

/** Replaces the sentences that are appended to the messages of these items. Returns the items. */
export async function setAppended(
  tx: Tx,
  items: readonly Pick<NotificationRow, 'id' | 'appended'>[],
): Promise<Pick<NotificationRow, 'id' | 'userId' | 'rev'>[]> {
  const { rows } = await sql<Pick<NotificationRow, 'id' | 'userId' | 'rev'>>`
    update notifications n set appended = said.appended, rev = n.rev + 1
    from unnest(
      ${items.map(({ id }) => id)}::uuid[], ${items.map(({ appended }) => appended)}::text[]
    ) as said(id, appended)
    where n.id = said.id
    returning n.id, n.user_id, n.rev`.execute(tx.db)
  return rows
}

/** Items about these things are read, and say how they were settled; nothing joins them any more. Returns them. */
export async function settle(
  tx: Tx,
  now: Date,
  settled: readonly { userId: string; about: string; message: string; toldBefore?: Date }[],
): Promise<Pick<NotificationRow, 'id' | 'userId' | 'rev'>[]> {
  const { rows } = await sql<Pick<NotificationRow, 'id' | 'userId' | 'rev'>>`
    update notifications n set message = told.message, read_at = coalesce(n.read_at, ${now}),
      about = null, reason = null, rev = n.rev + 1
    from unnest(
      ${settled.map(({ userId }) => userId)}::text[], ${settled.map(({ about }) => about)}::uuid[],
      ${settled.map(({ message }) => message)}::text[],
      ${settled.map(({ toldBefore = null }) => toldBefore)}::timestamptz[]
    ) as told(user_id, about, message, before)
    where n.about = told.about and n.user_id = told.user_id and n.created_at < coalesce(told.before, 'infinity')
    returning n.id, n.user_id, n.rev`.execute(tx.db)
  return rows
}

/** Which of these reasons users have an unread item of, as `user reason`. */
export async function findOpen(
  tx: Tx,
  told: readonly { userId: string; reason: string }[],
): Promise<Set<string>> {
  const { rows } = await sql<{ userId: string; reason: string }>`
    select n.user_id, n.reason
    from unnest(${told.map(({ userId }) => userId)}::text[], ${told.map(({ reason }) => reason)}::text[])
      as told(user_id, reason)
    join notifications n on n.user_id = told.user_id and n.reason = told.reason
    where n.read_at is null`.execute(tx.db)
  return new Set(rows.map(({ userId, reason }) => `${userId} ${reason}`))
}

/** Gives items the words for what has happened since, and what they are about by now. */
export async function reword(
  tx: Tx,
  items: readonly (Words & Pick<NotificationRow, 'id' | 'link' | 'about' | 'appended'>)[],
): Promise<void> {
  if (items.length === 0) return
  await sql`
    update notifications n set title = told.title, message = told.message, appended = told.appended,
      link = told.link, about = told.about
    from unnest(
      ${items.map(({ id }) => id)}::uuid[], ${items.map(({ title }) => title)}::text[],
      ${items.map(({ message }) => message)}::text[], ${items.map(({ appended }) => appended)}::text[],
      ${items.map(({ link }) => link)}::text[], ${items.map(({ about }) => about)}::uuid[]
    ) as told(id, title, message, appended, link, about)
    where n.id = told.id`.execute(tx.db)
}

/** The addresses of those of the users who have one, and which kinds they want by e-mail. */
export async function findMailed(
  tx: Tx,
  userIds: readonly string[],
): Promise<Map<string, { email: string; kinds: readonly NotificationKind[] }>> {
  const { rows } = await sql<{ id: string; email: string; kinds: NotificationKind[] }>`
    select id, email, coalesce(preferences->'mailed', '[]') as kinds from users
    where id = any(${userIds}::text[]) and email is not null`.execute(tx.db)
  return new Map(rows.map(({ id, ...mailed }) => [id, mailed]))
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

/** Deletes what happened before, so many at most; returns how many. */
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

/** Marks what is unread of them as read; without an id, all. Returns how many that were. */
export async function markRead(tx: Tx, now: Date, userId: string, id?: string): Promise<number> {
  const update = tx.db
    .updateTable('notifications')
    // If it happens again, that is a new item: this one has been seen.
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
