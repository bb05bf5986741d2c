import type { Reading } from '../platform/context.ts'

/** What the network of an account calls files that it has sent, by their ids. */
export async function readHandles(
  reading: Reading,
  accountId: string,
  mediaIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await reading.db
    .selectFrom('mediaHandles')
    .select(['mediaId', 'handle'])
    .where('accountId', '=', accountId)
    .where('mediaId', 'in', mediaIds)
    .execute()
  return new Map(rows.map(({ mediaId, handle }) => [mediaId, handle]))
}

/** Keeps what the network calls a file now. */
export async function keepHandle(
  reading: Reading,
  row: { accountId: string; mediaId: string; handle: string },
): Promise<void> {
  await reading.db
    .insertInto('mediaHandles')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['accountId', 'mediaId']).doUpdateSet({ handle: row.handle }),
    )
    .execute()
}

/** Forgets names that the network does not know any more. */
export async function forgetHandles(
  reading: Reading,
  accountId: string,
  mediaIds: readonly string[],
): Promise<void> {
  await reading.db
    .deleteFrom('mediaHandles')
    .where('accountId', '=', accountId)
    .where('mediaId', 'in', mediaIds)
    .execute()
}
