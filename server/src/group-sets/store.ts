import { sql, type Selectable } from 'kysely'
import type { Reading, Tx } from '../platform/context.ts'
import { inNameOrder } from '../platform/name-order.ts'
import type { GroupSetsTable } from './tables.ts'

export type GroupSetRow = Selectable<GroupSetsTable>

/** A group that sets may name, or that was removed since. */
export type Member = { id: string; title: string; removed: boolean }

/** The user's sets by name. */
export function list(ctx: Reading, userId: string): Promise<GroupSetRow[]> {
  return ctx.db
    .selectFrom('groupSets')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy(sql`lower(name)`)
    .execute()
}

export function lock(tx: Tx, id: string, userId: string): Promise<GroupSetRow | undefined> {
  return tx.db
    .selectFrom('groupSets')
    .selectAll()
    .where('id', '=', id)
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirst()
}

export async function count(tx: Tx, userId: string): Promise<number> {
  const { sets } = await tx.db
    .selectFrom('groupSets')
    .select(({ fn }) => fn.countAll<number>().as('sets'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return sets
}

/** Of these groups those of the user, with those that were removed; as text, since anything may be given. */
export async function members(
  ctx: Reading,
  userId: string,
  groupIds: readonly string[],
): Promise<Member[]> {
  const { rows } = await sql<Member>`
    select id, title, status = 'removed' as removed from groups
     where user_id = ${userId} and kind <> 'own' and id::text = any(${groupIds}::text[])
     order by id`.execute(ctx.db)
  return inNameOrder(rows)
}

/** Returns nothing when the user has a set of this name. */
export function insert(
  tx: Tx,
  row: Pick<GroupSetRow, 'id' | 'userId' | 'name' | 'groupIds'> & { at: Date },
): Promise<GroupSetRow | undefined> {
  const { at, groupIds, ...rest } = row
  return tx.db
    .insertInto('groupSets')
    .values({ ...rest, groupIds: JSON.stringify(groupIds), createdAt: at, updatedAt: at })
    .onConflict((named) => named.doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Whether another set of the user has this name. */
export async function isNamed(
  tx: Tx,
  { id, userId, name }: Pick<GroupSetRow, 'id' | 'userId' | 'name'>,
): Promise<boolean> {
  const other = await tx.db
    .selectFrom('groupSets')
    .select('id')
    .where('userId', '=', userId)
    .where('id', '<>', id)
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .executeTakeFirst()
  return other !== undefined
}

export function update(
  tx: Tx,
  now: Date,
  { id, name, groupIds }: Pick<GroupSetRow, 'id' | 'name' | 'groupIds'>,
): Promise<GroupSetRow> {
  return tx.db
    .updateTable('groupSets')
    .set((row) => ({
      name,
      groupIds: JSON.stringify(groupIds),
      rev: row('rev', '+', 1),
      updatedAt: now,
    }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function remove(tx: Tx, id: string): Promise<void> {
  await tx.db.deleteFrom('groupSets').where('id', '=', id).execute()
}

/** Replaces a removed group by the kept one in the sets that contain it. */
export async function replaceGroup(
  tx: Tx,
  { kept, gone }: { kept: string; gone: string },
): Promise<void> {
  await sql`
    update group_sets set rev = rev + 1, group_ids = (
      select jsonb_agg(distinct case member when ${gone} then ${kept} else member end)
        from jsonb_array_elements_text(group_ids) one(member))
    where user_id = (select user_id from groups where id = ${gone}) and group_ids ? ${gone}`.execute(
    tx.db,
  )
}
