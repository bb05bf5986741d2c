import { sql } from 'kysely'
import type { Tx } from '../platform/context.ts'
import { ADDITION_PREFIX, type Replaced, type Words } from './rules.ts'
import type { NotificationRow } from './store.ts'

/** An item that replaces others, with its words. */
type Replacing = Words & { id: string; userId: string; about: string | null; page: string | null }

/**
 * Deletes the items that these replace:
 * - items with the same subject;
 * - items of the same page that are read, are about a run not yet sent, have the same words, or whose sentence is
 *   appended to the new item.
 * An unread failure of another run stays. Items locked by another transaction stay until the next time. Returns the
 * deleted items; `by` is the item that replaced each.
 */
export async function deleteReplaced(
  tx: Tx,
  items: readonly Replacing[],
): Promise<(Replaced & Pick<NotificationRow, 'id' | 'userId' | 'rev'> & { by: string })[]> {
  const ids = items.map(({ id }) => id)
  const { rows } = await sql<NotificationRow & { by: string }>`
    with gone as (
      select n.id, told.id as by
      from notifications n
      join unnest(
        ${ids}::uuid[], ${items.map(({ userId }) => userId)}::text[],
        ${items.map(({ about }) => about)}::uuid[], ${items.map(({ page }) => page)}::text[],
        ${items.map(({ title }) => title)}::text[], ${items.map(({ message }) => message)}::text[]
      ) as told(id, user_id, about, page, title, message)
        on n.user_id = told.user_id and n.id <> all(${ids}::uuid[]) and (n.about = told.about
          or n.kind in ('deliveries', 'messages') and regexp_replace(n.link, '/edit$', '') = told.page
            and (n.read_at is not null or n.kind = 'messages' or n.reason like ${`${ADDITION_PREFIX}%`}
              or position(n.about::text in n.link) > 0
              or n.title = told.title and n.message = told.message))
      for update of n skip locked)
    delete from notifications n using gone where n.id = gone.id
    returning gone.by, n.*`.execute(tx.db)
  return rows
}

/** Most subjects that one transaction locks: the database has room for some thousands of locks in all. */
const LOCKED_MAX = 500

/**
 * Two transactions that notify of the same subject do so one after the other: at the same time neither would see the
 * item of the other, and the end of a run and what failed after it would be two items. Always in the same order.
 */
export async function lockSubjects(tx: Tx, subjects: readonly string[]): Promise<void> {
  const sorted = [...new Set(subjects)].toSorted().slice(0, LOCKED_MAX)
  if (sorted.length === 0) return
  await sql`
    select pg_advisory_xact_lock(hashtextextended('notifications ' || id, 0))
    from unnest(${sorted}::text[]) as subjects (id)`.execute(tx.db)
}

/** The newest unread items with these subjects, locked. */
export async function lockAbout(
  tx: Tx,
  told: readonly { userId: string; about: string }[],
): Promise<Pick<NotificationRow, 'id' | 'userId' | 'about' | 'message' | 'appended'>[]> {
  const { rows } = await sql<NotificationRow>`
    select n.* from notifications n
    join unnest(${told.map(({ userId }) => userId)}::text[], ${told.map(({ about }) => about)}::uuid[])
      as told(user_id, about) on n.user_id = told.user_id and n.about = told.about
    where n.read_at is null order by n.id for update of n`.execute(tx.db)
  return rows
}
