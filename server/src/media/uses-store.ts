import type { Reading, Tx } from '../platform/context.ts'
import type { MediaRow } from './store.ts'

/** Those of these files that are ready in the library of a user. */
export const findReady = (
  reading: Reading,
  userId: string,
  ids: readonly string[],
): Promise<MediaRow[]> =>
  reading.db
    .selectFrom('media')
    .selectAll()
    .where('id', 'in', ids)
    .where('userId', '=', userId)
    .where('status', '=', 'ready')
    .where('purpose', '=', 'library')
    .execute()

/** The same, locked so that nobody deletes them meanwhile; in the order of their ids, so that two do not wait for each other. */
export const lockReady = (
  tx: Tx,
  userId: string,
  ids: readonly string[],
): Promise<{ id: string }[]> =>
  tx.db
    .selectFrom('media')
    .select('id')
    .where('id', 'in', ids)
    .where('userId', '=', userId)
    .where('status', '=', 'ready')
    .where('purpose', '=', 'library')
    .orderBy('id')
    .forShare()
    .execute()

export async function noteUses(
  tx: Tx,
  contentId: string,
  mediaIds: readonly string[],
): Promise<void> {
  await tx.db
    .insertInto('mediaUses')
    .values(mediaIds.map((mediaId) => ({ contentId, mediaId })))
    .execute()
}

/** No content names a file any more, since it is deleted: what was sent keeps only that there was one. */
export async function forgetUses(tx: Tx, mediaId: string): Promise<void> {
  await tx.db.deleteFrom('mediaUses').where('mediaId', '=', mediaId).execute()
}

/** Files by their ids, whoever's. */
export const findSome = (reading: Reading, ids: readonly string[]): Promise<MediaRow[]> =>
  reading.db
    .selectFrom('media')
    .selectAll()
    .where('id', 'in', ids)
    .where('status', '=', 'ready')
    .execute()
