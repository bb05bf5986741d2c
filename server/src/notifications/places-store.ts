import { sql } from 'kysely'
import type { Tx } from '../platform/context.ts'
import { BESIDES, type Replaced, type Words } from './rules.ts'
import type { NotificationRow } from './store.ts'

/** An item that takes the places of others, with its words. */
type Taking = Words & { id: string; userId: string; about: string | null; page: string | null }

/**
 * Deletes the items whose places these take: those about the same, and of the same page those that were read, told of
 * a run before it went out, say the same, or whose words are said along. What went wrong with another run stays until somebody has
 * read it. What another transaction works on stays until the next. Returns what is gone, and `by` which item.
 */
export async function takePlaces(
  tx: Tx,
  items: readonly Taking[],
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
            and (n.read_at is not null or n.kind = 'messages' or n.reason like ${`${BESIDES}%`}
              or position(n.about::text in n.link) > 0
              or n.title = told.title and n.message = told.message))
      for update of n skip locked)
    delete from notifications n using gone where n.id = gone.id
    returning gone.by, n.*`.execute(tx.db)
  return rows
}

/** The newest unread items about these things, locked. */
export async function lockAbout(
  tx: Tx,
  told: readonly { userId: string; about: string }[],
): Promise<
  Pick<NotificationRow, 'id' | 'userId' | 'rev' | 'about' | 'title' | 'message' | 'link'>[]
> {
  const { rows } = await sql<NotificationRow>`
    select n.* from notifications n
    join unnest(${told.map(({ userId }) => userId)}::text[], ${told.map(({ about }) => about)}::uuid[])
      as told(user_id, about) on n.user_id = told.user_id and n.about = told.about
    where n.read_at is null order by n.id for update of n`.execute(tx.db)
  return rows
}
