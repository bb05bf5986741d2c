import { sql } from 'kysely'
import type { Reading, Tx } from '../platform/context.ts'

/** Groups examined together. */
const GROUPS_PER_BATCH = 1_000

/** A removed group, and whether anything but deliveries still names it. */
export type RemovedGroup = { id: string; userId: string; named: boolean }

/** The next batch of groups that were removed before an instant, in the order of their ids. */
export async function findRemoved(
  reading: Reading,
  { after, before }: { after: string; before: Date },
): Promise<RemovedGroup[]> {
  const { rows } = await sql<RemovedGroup>`
    select g.id, g.user_id, ${isNamed} as named
    from groups g where g.status = 'removed' and g.id > ${after} and g.updated_at < ${before}
    order by g.id limit ${GROUPS_PER_BATCH}`.execute(reading.db)
  return rows
}

/** Deletes those of these removed groups of a user that nothing names and no stored delivery has. */
export async function forget(tx: Tx, userId: string, ids: readonly string[]): Promise<void> {
  // A statement of its own: whoever names a group locks it, so the one below sees all that names these.
  const { rows } = await sql<{ id: string }>`
    select id from groups where id = any(${ids}::uuid[]) and status = 'removed'
    order by id for update skip locked`.execute(tx.db)
  if (rows.length === 0) return
  const locked = rows.map(({ id }) => id)
  // All deliveries of the user are read once: an index on their groups would make every insert slower, and the one that
  // ends with them is of all users.
  await sql`
    with kept as materialized (
      select distinct group_id from (
        select group_id from deliveries where user_id = ${userId} offset 0) d
      where group_id = any(${locked}::uuid[]))
    delete from groups g
    where g.id = any(${locked}::uuid[]) and not ${isNamed} and g.id not in (select group_id from kept)`.execute(
    tx.db,
  )
}

// Messages and cycles would lose it silently, since their rows go with it. A set tells its name, an unsaved form is
// refused with a group that is not known, and a photo is a file that has to be erased first.
const isNamed = sql<boolean>`(
  g.photo_id is not null
  or exists (select from message_groups m where m.group_id = g.id)
  or exists (select from cycle_groups c where c.group_id = g.id)
  or exists (select from group_sets s where s.user_id = g.user_id and s.group_ids ? g.id::text)
  or exists (select from unsaved_forms f where f.user_id = g.user_id and strpos(f.fields, g.id::text) > 0))`
