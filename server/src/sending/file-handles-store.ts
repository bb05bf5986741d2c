import type { Reading, Writing } from '../platform/context.ts'

/** The network's name of a file; `expiresAt`: until when the network keeps it, if known. */
export type Handle = { handle: string; expiresAt: Date | null }

/** The handles of files that an account has uploaded and its network still keeps, by file id. */
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

/** Stores the current handle of a file. */
export async function keepHandle(
  writing: Writing,
  row: { accountId: string; mediaId: string } & Handle,
): Promise<void> {
  const { handle, expiresAt } = row
  await writing.db
    .insertInto('mediaHandles')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['accountId', 'mediaId']).doUpdateSet({ handle, expiresAt }),
    )
    .execute()
}

/** Deletes a handle that the network does not know any more; a newer one of the same file stays. */
export async function forgetHandle(
  writing: Writing,
  { accountId, mediaId, handle }: { accountId: string; mediaId: string; handle: string },
): Promise<void> {
  await writing.db
    .deleteFrom('mediaHandles')
    .where('accountId', '=', accountId)
    .where('mediaId', '=', mediaId)
    .where('handle', '=', handle)
    .execute()
}
