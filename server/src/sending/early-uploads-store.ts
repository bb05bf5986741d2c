import { sql } from 'kysely'
import type { Reading, Tx, Writing } from '../platform/context.ts'
import { column, list } from '../platform/db/lists.ts'

/** A file that an account should upload before a slot. */
export type EarlyUpload = { accountId: string; mediaId: string; slotAt: Date }

/** Stores files to be uploaded. A file that is stored for another slot gets this one. */
export async function insertEarlyUploads(tx: Tx, rows: readonly EarlyUpload[]): Promise<void> {
  await sql`
    insert into files_ahead (account_id, media_id, slot_at)
    select v.account_id, v.media_id, v.slot_at
    from unnest(${list(column(rows, 'accountId'))}::uuid[], ${list(column(rows, 'mediaId'))}::uuid[],
      ${column(rows, 'slotAt')}::timestamptz[]) as v(account_id, media_id, slot_at)
    order by v.account_id, v.media_id
    on conflict (account_id, media_id) do update set slot_at = excluded.slot_at`.execute(tx.db)
}

/** Deletes files whose slot has passed: their messages upload them. */
export async function deletePastUploads(writing: Writing, now: Date): Promise<void> {
  await writing.db.deleteFrom('filesAhead').where('slotAt', '<=', now).execute()
}

/**
 * The files that these accounts should upload, accounts in turn. Left out are accounts that cannot send now, and files
 * that the network keeps for longer than `spareMs` after the slot. The networks of `timedIds` keep files for a limited
 * time: if it is unknown when a file was uploaded there, it is uploaded again.
 */
export async function readEarlyUploads(
  reading: Reading,
  { now, accountIds, timedIds, spareMs, most }: EarlyUploadQuery,
): Promise<EarlyUpload[]> {
  const { rows } = await sql<EarlyUpload>`
    select w.account_id, w.media_id, w.slot_at from (
      select f.*, row_number() over (partition by f.account_id order by f.slot_at, f.media_id) as turn
      from files_ahead f join accounts a on a.id = f.account_id
      where f.account_id = any(${list(accountIds)}::uuid[]) and f.slot_at > ${now}
        and a.status = 'connected' and (a.paused_until is null or a.paused_until <= ${now})
        and not exists (
          select from media_handles h where h.account_id = f.account_id and h.media_id = f.media_id
            and (h.expires_at is null and f.account_id <> all(${list(timedIds)}::uuid[]) or h.expires_at > f.slot_at + make_interval(secs => ${spareMs} / 1000.0)))) w
    order by w.turn, w.slot_at, w.account_id limit ${most}`.execute(reading.db)
  return rows
}

type EarlyUploadQuery = {
  now: Date
  accountIds: readonly string[]
  timedIds: readonly string[]
  spareMs: number
  most: number
}

/** Deletes a file that need not be uploaded any more. */
export async function deleteEarlyUpload(
  writing: Writing,
  { accountId, mediaId }: Pick<EarlyUpload, 'accountId' | 'mediaId'>,
): Promise<void> {
  await writing.db
    .deleteFrom('filesAhead')
    .where('accountId', '=', accountId)
    .where('mediaId', '=', mediaId)
    .execute()
}
