import { sql } from 'kysely'
import type { ChannelKind } from '@carillon/contract/config'
import type { Receipt } from '../channels/port/sending.ts'
import type { Reading, Tx } from '../platform/context.ts'

/** A copy that is to be deleted in its group. */
export type Removal = {
  deliveryId: string
  accountId: string
  channel: ChannelKind
  externalId: string
  receipt: Receipt
  sentAt: Date
}

/** Among how many of the occurrences before, and how old, the last copy of a group is looked for. */
const OCCURRENCES_MAX = 1_000
const LOOKS_BACK = '60 days'

/**
 * Notes which copies a new occurrence replaces: in each place that got all parts of it, all parts of the last
 * occurrence of the same source that was sent there. Doing it twice changes nothing.
 */
export async function noteReplaced(tx: Tx, occurrenceId: string, now: Date): Promise<void> {
  await sql`
    with made as (select id, source, source_id, created_at from occurrences where id = ${occurrenceId}),
    before as (
      select o.id, row_number() over (order by o.created_at desc, o.id desc) as n
        from occurrences o join made m on o.source = m.source and o.source_id = m.source_id
       where o.sent > 0 and (o.created_at, o.id) < (m.created_at, m.id)
         and o.due_at > m.created_at - interval '${sql.raw(LOOKS_BACK)}'
       order by n limit ${OCCURRENCES_MAX}),
    places as (
      select group_id, topic_id from deliveries where occurrence_id = ${occurrenceId}
       group by group_id, topic_id having bool_and(status = 'sent')),
    last as (
      select distinct on (d.group_id, d.topic_id) d.group_id, d.topic_id, d.occurrence_id
        from before b join deliveries d on d.occurrence_id = b.id
        join places p on p.group_id = d.group_id and p.topic_id is not distinct from d.topic_id
       where d.status = 'sent' order by d.group_id, d.topic_id, b.n)
    insert into delivery_removals (delivery_id, occurrence_id, created_at)
    select d.id, ${occurrenceId}, ${now}
      from deliveries d join last l
        on l.occurrence_id = d.occurrence_id and l.group_id = d.group_id
           and l.topic_id is not distinct from d.topic_id
     where d.status = 'sent' and d.receipt is not null
    on conflict do nothing`.execute(tx.db)
}

/** Some copies that an occurrence replaces and that are still to be deleted. */
export async function findRemovals(
  reading: Reading,
  occurrenceId: string,
  most: number,
): Promise<Removal[]> {
  const { rows } = await sql<Removal>`
    select r.delivery_id, d.account_id, g.channel, g.external_id, d.receipt, d.sent_at
      from delivery_removals r join deliveries d on d.id = r.delivery_id
      join groups g on g.id = d.group_id
     where r.occurrence_id = ${occurrenceId} and r.removed_at is null and r.reason is null
     order by d.account_id, r.delivery_id limit ${most}`.execute(reading.db)
  return rows
}

/** What became of a copy: it was deleted, or it stays for a reason. */
export async function noteRemoval(
  reading: Reading,
  deliveryId: string,
  change: { removedAt: Date } | { reason: string },
): Promise<void> {
  await reading.db
    .updateTable('deliveryRemovals')
    .set(change)
    .where('deliveryId', '=', deliveryId)
    .execute()
}
