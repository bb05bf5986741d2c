import type { NotNull } from 'kysely'
import type { HeldSource } from '../deliveries/port.ts'
import type { Reading, Tx } from '../platform/context.ts'
import type { MessageChange, MessageRow } from './store.ts'

export type DeletedRow = MessageRow

/** A message of this user that is deleted and not yet erased. */
export const findDeleted = (
  reading: Reading,
  userId: string,
  id: string,
): Promise<{ deletedAt: Date } | undefined> =>
  reading.db
    .selectFrom('messages')
    .select('deletedAt')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('deletedAt', 'is not', null)
    .$narrowType<{ deletedAt: NotNull }>()
    .executeTakeFirst()

export async function whetherThere(reading: Reading, id: string): Promise<HeldSource> {
  const row = await reading.db
    .selectFrom('messages')
    .select('deletedAt')
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? (row.deletedAt ? 'deleted' : 'there') : 'erased'
}

/** A deleted message that was found, locked until the transaction ends. */
export const lock = (tx: Tx, id: string): Promise<DeletedRow> =>
  tx.db
    .selectFrom('messages')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()

/** Takes a message out of everything; it keeps its place in lists, for when it is restored. Answers its rev. */
export async function markDeleted(tx: Tx, id: string, now: Date): Promise<number> {
  const { rev } = await tx.db
    .updateTable('messages')
    .set({ deletedAt: now, nextAt: null })
    .set((row) => ({ rev: row('rev', '+', 1) }))
    .where('id', '=', id)
    .returning('rev')
    .executeTakeFirstOrThrow()
  return rev
}

/** Puts it back with what has changed meanwhile. */
export async function restore(tx: Tx, id: string, change: MessageChange): Promise<void> {
  await tx.db
    .updateTable('messages')
    .set({ ...change, deletedAt: null })
    .set((row) => ({ rev: row('rev', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Looked at together; each is erased by itself, since it may name 5,000 groups. */
const FOUND_AT_ONCE = 100

/** The ids of some messages that were deleted until then. */
export async function findErasable(reading: Reading, before: Date): Promise<string[]> {
  const rows = await reading.db
    .selectFrom('messages')
    .select('id')
    .where('deletedAt', '<=', before)
    .orderBy('deletedAt')
    .limit(FOUND_AT_ONCE)
    .execute()
  return rows.map(({ id }) => id)
}

/** Erases a message that was deleted until then; answers whether it did. */
export async function erase(tx: Tx, id: string, before: Date): Promise<boolean> {
  const { numDeletedRows } = await tx.db
    .deleteFrom('messages')
    .where('id', '=', id)
    .where('deletedAt', '<=', before)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
