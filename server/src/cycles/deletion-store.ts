import { sql, type NotNull } from 'kysely'
import type { HeldSource } from '../deliveries/port.ts'
import type { Reading, Tx } from '../platform/context.ts'
import type { CycleChange, CycleRow } from './store.ts'

/** A cycle of this user that is deleted and not yet erased. */
export const findDeleted = (
  reading: Reading,
  userId: string,
  id: string,
): Promise<{ deletedAt: Date } | undefined> =>
  reading.db
    .selectFrom('cycles')
    .select('deletedAt')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('deletedAt', 'is not', null)
    .$narrowType<{ deletedAt: NotNull }>()
    .executeTakeFirst()

export async function whetherThere(reading: Reading, id: string): Promise<HeldSource> {
  const row = await reading.db
    .selectFrom('cycles')
    .select('deletedAt')
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? (row.deletedAt ? 'deleted' : 'there') : 'erased'
}

/** A deleted cycle that was found, locked until the transaction ends. */
export const lock = (tx: Tx, id: string): Promise<CycleRow> =>
  tx.db.selectFrom('cycles').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()

/** Takes a cycle out of everything; answers its rev. */
export async function markDeleted(tx: Tx, id: string, now: Date): Promise<number> {
  const { rev } = await tx.db
    .updateTable('cycles')
    .set({ deletedAt: now, nextAt: null })
    .set((row) => ({ rev: row('rev', '+', 1) }))
    .where('id', '=', id)
    .returning('rev')
    .executeTakeFirstOrThrow()
  return rev
}

/** Puts it back with what has changed meanwhile. */
export async function restore(tx: Tx, id: string, change: CycleChange): Promise<void> {
  await tx.db
    .updateTable('cycles')
    .set({ ...change, deletedAt: null })
    .set((row) => ({ rev: row('rev', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Looked at together; each is erased by itself, since it may name 5,000 groups. */
const FOUND_AT_ONCE = 100

/** The ids of some cycles that were deleted until then. */
export async function findErasable(reading: Reading, before: Date): Promise<string[]> {
  const rows = await reading.db
    .selectFrom('cycles')
    .select('id')
    .where('deletedAt', '<=', before)
    .orderBy('deletedAt')
    .limit(FOUND_AT_ONCE)
    .execute()
  return rows.map(({ id }) => id)
}

/** Erases a cycle that was deleted until then; answers whether it did. */
export async function erase(tx: Tx, id: string, before: Date): Promise<boolean> {
  const { numDeletedRows } = await tx.db
    .deleteFrom('cycles')
    .where('id', '=', id)
    .where('deletedAt', '<=', before)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Rows deleted at once: each may name 5,000 groups, which go with it. */
const ERASED_AT_ONCE = 20

/** Deletes some cycles of a user; answers whether there may be more. */
export async function eraseSome(tx: Tx, userId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from cycles where id = any(array(
      select id from cycles where user_id = ${userId} limit ${ERASED_AT_ONCE}))`.execute(tx.db)
  return numAffectedRows === BigInt(ERASED_AT_ONCE)
}
