import type { Occurrence } from '@carillon/contract/deliveries'
import type { Reading, UserContext } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { readCursor, writeCursor } from '../platform/http/cursor.ts'
import { isUuid } from '../platform/ids.ts'
import type { SourceKind } from './port.ts'
import { presentOccurrence } from './present.ts'
import * as store from './reads-store.ts'

/** One occurrence; throws `not_found` for another user's. */
export async function readOccurrence(ctx: UserContext, id: string): Promise<store.ShownOccurrence> {
  const row = isUuid(id) ? await store.findOccurrence(ctx, ctx.user.id, id) : undefined
  if (!row) throw notFound('occurrence')
  return row
}

/** The occurrences of a source, newest first, one page. The caller checks who owns the source. */
export async function listOfSource(
  reading: Reading,
  source: { source: SourceKind; sourceId: string },
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ items: Occurrence[]; nextCursor: string | null }> {
  const after = cursor ? readCursor(cursor) : undefined
  const rows = await store.listOfSource(reading, source, after, limit + 1)
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    items: shown.map(presentOccurrence),
    nextCursor: last ? writeCursor({ part: 'rest', at: last.dueAt, id: last.id }) : null,
  }
}
