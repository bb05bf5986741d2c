import { sql } from 'kysely'
import type { SourceKind } from '../occurrences/port.ts'
import type { Reading, Tx } from '../platform/context.ts'

/** The source of an occurrence; undefined if it was deleted. */
export const findSource = (
  reading: Reading,
  occurrenceId: string,
): Promise<{ source: SourceKind; sourceId: string } | undefined> =>
  reading.db
    .selectFrom('occurrences')
    .select(['source', 'sourceId'])
    .where('id', '=', occurrenceId)
    .executeTakeFirst()

/**
 * Which of these sources replace their previous copies. For a message its content decides that. The rows are locked,
 * so this does not change until the transaction ends.
 */
export async function findReplacing(
  tx: Tx,
  source: SourceKind,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { rows } =
    source === 'cycle'
      ? await sql<{ id: string }>`
          select id from cycles where id = any(${ids}::uuid[]) and replace_previous and deleted_at is null
          order by id for share`.execute(tx.db)
      : await sql<{ id: string }>`
          select m.id from messages m join contents c on c.id = m.content_id and c.replaces
          where m.id = any(${ids}::uuid[]) and m.deleted_at is null order by m.id for share of m`.execute(
          tx.db,
        )
  return new Set(rows.map(({ id }) => id))
}
