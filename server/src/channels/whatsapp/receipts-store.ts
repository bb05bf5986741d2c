import { sql } from 'kysely'
import type { Writing } from '../../platform/context.ts'
import type { MemberReceipts } from './protocol.ts'
import type { Owned } from './store.ts'

/** More than the members of the largest group. */
const MEMBERS_MAX = 2_000

/** How many members have got a message of a delivery, and have read it. */
export type Counted = { id: string; deliveryId: string; delivered: number; read: number }

/**
 * Adds receipts of members, each once. Returns the new counts of messages that belong to a delivery. Only of what this
 * session has sent: another one gives the same members other hashes, and they would count twice.
 */
export async function addReceipts(
  ctx: Writing,
  { accountId, sessionId }: Pick<Owned, 'accountId' | 'sessionId'>,
  messages: readonly MemberReceipts[],
): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    with given as (
      select * from json_to_recordset(${JSON.stringify(messages)}::json)
        as g (id text, delivered int[], read int[])),
    mine as materialized (
      select g.*, t.delivery_id from given g
      join whatsapp_tries t on t.account_id = ${accountId} and t.id = g.id
      where t.delivery_id is not null and exists (
        select from whatsapp_messages m where m.session_id = ${sessionId} and m.id = g.id)),
    kept as (
      insert into whatsapp_receipts as r (account_id, id, delivered, read)
      select ${accountId}, id, delivered[:${MEMBERS_MAX}::int], read[:${MEMBERS_MAX}::int] from mine
      on conflict (account_id, id) do update set
        delivered = array(select distinct unnest(r.delivered || excluded.delivered) limit ${MEMBERS_MAX}),
        read = array(select distinct unnest(r.read || excluded.read) limit ${MEMBERS_MAX})
      returning id, cardinality(delivered) as delivered, cardinality(read) as read)
    select id, delivery_id, kept.delivered, kept.read from kept join mine using (id)`.execute(
    ctx.db,
  )
  return rows
}
