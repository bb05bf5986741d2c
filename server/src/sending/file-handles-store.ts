import type { Reading } from '../platform/context.ts'

/** What a network calls a file; `expiresAt`: until when it keeps it, where that is known. */
export type Handle = { handle: string; expiresAt: Date | null }

/** What the network of an account calls files that it has been brought and still keeps, by their ids. */
export async function readHandles(
  reading: Reading,
  now: Date,
  accountId: string,
  mediaIds: readonly string[],
): Promise<Map<string, Handle>> {
  const rows = await reading.db
    .selectFrom('mediaHandles')
    .select(['mediaId', 'handle', 'expiresAt'])
    .where('accountId', '=', accountId)
    .where('mediaId', 'in', mediaIds)
    .where(({ eb, or }) => or([eb('expiresAt', 'is', null), eb('expiresAt', '>', now)]))
    .execute()
  return new Map(rows.map(({ mediaId, ...handle }) => [mediaId, handle]))
}

/** Keeps what the network calls a file now. */
export async function keepHandle(
  reading: Reading,
  row: { accountId: string; mediaId: string } & Handle,
): Promise<void> {
  const { handle, expiresAt } = row
  await reading.db
    .insertInto('mediaHandles')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['accountId', 'mediaId']).doUpdateSet({ handle, expiresAt }),
    )
    .execute()
}

/** Forgets a name that the network does not know any more; another one, of the same file brought since, stays. */
export async function forgetHandle(
  reading: Reading,
  { accountId, mediaId, handle }: { accountId: string; mediaId: string; handle: string },
): Promise<void> {
  await reading.db
    .deleteFrom('mediaHandles')
    .where('accountId', '=', accountId)
    .where('mediaId', '=', mediaId)
    .where('handle', '=', handle)
    .execute()
}
