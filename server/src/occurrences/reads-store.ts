import { sql, type Selectable } from 'kysely'
import type { Reading } from '../platform/context.ts'
import type { OccurrencesTable } from './tables.ts'

/** An occurrence as it is shown. */
export type ShownOccurrence = Selectable<OccurrencesTable>

/** An occurrence of this user. */
export function findOccurrence(
  reading: Reading,
  userId: string,
  id: string,
): Promise<ShownOccurrence | undefined> {
  return reading.db
    .selectFrom('occurrences')
    .selectAll()
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()
}

/** A user's occurrences, the latest due first, after the one the last page ended with. */
export const listOccurrences = (
  reading: Reading,
  userId: string,
  after: { at: Date; id: string } | undefined,
  limit: number,
): Promise<ShownOccurrence[]> =>
  reading.db
    .selectFrom('occurrences')
    .selectAll()
    .where('userId', '=', userId)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(due_at, id) < (${after?.at}, ${after?.id})`),
    )
    .orderBy('dueAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
