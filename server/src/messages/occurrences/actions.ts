import type { Occurrence } from '@carillon/contract/deliveries'
import type { UserContext } from '../../platform/context.ts'
import { readCursor, writeCursor } from '../../platform/http/cursor.ts'
import { readMessage } from '../changes.ts'
import { presentOccurrence } from '../../occurrences/present.ts'
import * as store from './store.ts'

/** The times a message went out, newest first. */
export async function listOccurrences(
  ctx: UserContext,
  id: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ items: Occurrence[]; nextCursor: string | null }> {
  await readMessage(ctx, ctx, id)
  const rows = await store.listOccurrences(
    ctx,
    id,
    cursor ? readCursor(cursor) : undefined,
    limit + 1,
  )
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    items: shown.map(presentOccurrence),
    nextCursor: last ? writeCursor({ part: 'rest', at: last.dueAt, id: last.id }) : null,
  }
}

/** Which occurrences are still shown with their message, or say where it may yet go. */
export const neededOccurrences = {
  shown: store.findShown,
  unfinished: store.findUnfinished,
}
