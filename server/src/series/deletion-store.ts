import type { NotNull } from 'kysely'
import type { SourceState } from '../deliveries/port.ts'
import type { SourceKind } from '../occurrences/port.ts'
import type { Reading, Tx } from '../platform/context.ts'
import { TABLES } from './store.ts'

/** Deleted rows that are read together; each is erased separately. */
const FOUND_AT_ONCE = 100

/** The statements about deleted rows that are the same for every source. */
export function deletedRowsOf(source: SourceKind) {
  const table: (typeof TABLES)[SourceKind] = TABLES[source]
  return {
    /** A row of this user that is deleted and not yet erased. */
    findDeleted: (
      reading: Reading,
      userId: string,
      id: string,
    ): Promise<{ deletedAt: Date } | undefined> =>
      reading.db
        .selectFrom(table)
        .select('deletedAt')
        .where('id', '=', id)
        .where('userId', '=', userId)
        .where('deletedAt', 'is not', null)
        .$narrowType<{ deletedAt: NotNull }>()
        .executeTakeFirst(),

    /** Whether a row exists, is deleted, or was erased. */
    async presenceOf(reading: Reading, id: string): Promise<SourceState> {
      const row = await reading.db
        .selectFrom(table)
        .select('deletedAt')
        .where('id', '=', id)
        .executeTakeFirst()
      return row ? (row.deletedAt ? 'deleted' : 'there') : 'erased'
    },

    /** The ids of some rows that were deleted before this instant. */
    async findErasable(reading: Reading, before: Date): Promise<string[]> {
      const rows = await reading.db
        .selectFrom(table)
        .select('id')
        .where('deletedAt', '<=', before)
        .orderBy('deletedAt')
        .limit(FOUND_AT_ONCE)
        .execute()
      return rows.map(({ id }) => id)
    },

    /** Erases a row that was deleted before this instant. Returns whether it did. */
    async erase(tx: Tx, id: string, before: Date): Promise<boolean> {
      const { numDeletedRows } = await tx.db
        .deleteFrom(table)
        .where('id', '=', id)
        .where('deletedAt', '<=', before)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
  }
}
