import { sql } from 'kysely'
import type { ReceiptCounts } from '../channels/port/receiving.ts'
import type { Tx } from '../platform/context.ts'

/** Stores the counts of an account's deliveries, which never go down. Returns the sources with changed counts. */
export async function saveMemberReceipts(
  tx: Tx,
  accountId: string,
  counts: readonly ReceiptCounts[],
): Promise<{ userId: string; source: 'message' | 'cycle'; sourceId: string }[]> {
  const { rows } = await sql<{ userId: string; source: 'message' | 'cycle'; sourceId: string }>`
    with given as (
      select * from json_to_recordset(${JSON.stringify(counts)}::json)
        as g ("deliveryId" uuid, delivered int, read int, members int)),
    mine as materialized (
      select d.id, d.user_id, o.source, o.source_id, least(g.delivered, g.members) as delivered,
        least(g.read, g.members) as read, g.members
      from given g
      join deliveries d on d.id = g."deliveryId" and d.account_id = ${accountId}
      join occurrences o on o.id = d.occurrence_id),
    changed as (
      insert into delivery_receipts as r (delivery_id, delivered, read, members)
      select id, delivered, read, members from mine order by id
      on conflict (delivery_id) do update set delivered = greatest(r.delivered, excluded.delivered),
        read = greatest(r.read, excluded.read), members = coalesce(r.members, excluded.members)
      where excluded.delivered > r.delivered or excluded.read > r.read
      returning delivery_id)
    select distinct user_id, source, source_id from mine join changed on changed.delivery_id = mine.id`.execute(
    tx.db,
  )
  return rows
}
