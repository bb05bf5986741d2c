import type { Reading } from '../platform/context.ts'
import { column } from '../platform/db/lists.ts'
import type { SourceKind } from './port.ts'
import type { OccurrenceRow } from './reads-store.ts'

/** The other occurrences of the sources of these, such as earlier tries to send a message. */
export async function othersOf(
  reading: Reading,
  source: SourceKind,
  of: readonly { id: string; sourceId: string }[],
): Promise<Pick<OccurrenceRow, 'id' | 'userId'>[]> {
  if (of.length === 0) return []
  return reading.db
    .selectFrom('occurrences')
    .select(['id', 'userId'])
    .where('source', '=', source)
    .where('sourceId', 'in', column(of, 'sourceId'))
    .where('id', 'not in', column(of, 'id'))
    .execute()
}
