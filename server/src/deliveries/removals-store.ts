import { sql } from 'kysely'
import type { ChannelKind } from '@carillon/contract/config'
import type { Receipt } from '../channels/port/sending.ts'
import type { Reading, Tx } from '../platform/context.ts'
import type { SourceOf } from './store.ts'

/** A copy that is to be deleted in the chat where it was sent. */
export type Removal = {
  deliveryId: string
  accountId: string
  channel: ChannelKind
  chatId: string
  receipt: Receipt
  sentAt: Date
  /** How often the network did not answer. */
  tries: number
}

/** Why a copy stays that nobody can try to delete, in words. */
export type Stays = { unknown: string; moved: string }

/**
 * Notes which copies a new occurrence replaces: in each place that got all parts of it, all copies of earlier
 * occurrences of the same source that stand there. Its own then stand until the next. Doing it twice changes
 * nothing.
 */
export async function noteReplaced(
  tx: Tx,
  occurrenceId: string,
  { now, stays }: { now: Date; stays: Stays },
): Promise<void> {
  if (!(await hasStanding(tx, occurrenceId))) await findStanding(tx, occurrenceId)
  await sql`
    with made as (select id, source_id, created_at from occurrences where id = ${occurrenceId}),
    places as (
      select account_id, group_id, topic_id, min(receipt ->> 'chatId') as chat_id,
             -- One that is only assumed to be sent has no receipt, and takes nobody's place.
             bool_and(status = 'sent' and receipt ->> 'chatId' is not null) as whole
        from deliveries where occurrence_id = ${occurrenceId}
       group by account_id, group_id, topic_id having bool_or(status = 'sent')),
    over as (
      delete from standing_copies s using made m, occurrences o
       where s.source_id = m.source_id and o.id = s.occurrence_id
         and (o.created_at, o.id) < (m.created_at, m.id)
         and exists (
           select from places p
            where p.whole and p.topic_id is not distinct from s.topic_id
              and (p.group_id = s.group_id or (p.account_id, p.chat_id) = (s.account_id, s.chat_id)))
      returning s.*),
    noted as (
      insert into delivery_removals (delivery_id, occurrence_id, created_at, reason)
      select d.id, ${occurrenceId}, ${now},
             case when d.receipt ->> 'chatId' is null then ${stays.unknown}
                  when not exists (
                    select from places p
                     where p.whole and p.topic_id is not distinct from d.topic_id
                       and (p.account_id, p.chat_id) = (d.account_id, d.receipt ->> 'chatId'))
                  then ${stays.moved} end
        from over join deliveries d
          on d.occurrence_id = over.occurrence_id and d.group_id = over.group_id
             and d.topic_id is not distinct from over.topic_id
       where d.status = 'sent'
      on conflict do nothing)
    insert into standing_copies (source_id, occurrence_id, account_id, group_id, topic_id, chat_id)
    select m.source_id, m.id, p.account_id, p.group_id, p.topic_id, p.chat_id
      from places p cross join made m
    on conflict do nothing`.execute(tx.db)
}

/**
 * Forgets which copies of a source stand. The next occurrence looks for them once: while nothing is replaced,
 * nobody keeps count of them.
 */
export async function forgetStanding(tx: Tx, sourceId: string): Promise<void> {
  await tx.db.deleteFrom('standingCopies').where('sourceId', '=', sourceId).execute()
}

/** Some copies that an occurrence replaces and that may be tried to delete by now. */
export async function findRemovals(
  reading: Reading,
  occurrenceId: string,
  { now, most }: { now: Date; most: number },
): Promise<Removal[]> {
  const { rows } = await sql<Removal>`
    select r.delivery_id, r.tries, d.account_id, g.channel, d.receipt ->> 'chatId' as chat_id,
           d.receipt, d.sent_at
      from delivery_removals r join deliveries d on d.id = r.delivery_id
      join groups g on g.id = d.group_id
     where r.occurrence_id = ${occurrenceId} and r.removed_at is null and r.reason is null
       and (r.not_before is null or r.not_before <= ${now})
     order by r.not_before nulls first, r.delivery_id limit ${most}`.execute(reading.db)
  return rows
}

/** Whose the copies are that an occurrence replaces; undefined once it is deleted. */
export async function findReplacing(
  reading: Reading,
  occurrenceId: string,
): Promise<(SourceOf & { userId: string }) | undefined> {
  return reading.db
    .selectFrom('occurrences')
    .select(['userId', 'source', 'sourceId'])
    .where('id', '=', occurrenceId)
    .executeTakeFirst()
}

/** When the next of these copies may be tried; undefined when none is left. */
export async function nextRemovalAt(
  reading: Reading,
  occurrenceId: string,
): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date }>`
    select coalesce(not_before, created_at) as at from delivery_removals
     where occurrence_id = ${occurrenceId} and removed_at is null and reason is null
     order by 1 limit 1`.execute(reading.db)
  return rows[0]?.at
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

/** A copy waits until a time, or all that an occurrence replaces through one account. A try counts, or not. */
export async function postponeRemovals(
  reading: Reading,
  occurrenceId: string,
  which: { deliveryId: string } | { accountId: string },
  { until, counts }: { until: Date; counts: boolean },
): Promise<void> {
  const these =
    'deliveryId' in which
      ? sql`r.delivery_id = ${which.deliveryId}`
      : sql`exists (select from deliveries d where d.id = r.delivery_id and d.account_id = ${which.accountId})`
  await sql`
    update delivery_removals r set not_before = ${until}, tries = r.tries + ${counts ? 1 : 0}
     where r.occurrence_id = ${occurrenceId} and r.removed_at is null and r.reason is null
       and ${these}`.execute(reading.db)
}

async function hasStanding(tx: Tx, occurrenceId: string): Promise<boolean> {
  const { rows } = await sql`
    select from standing_copies s join occurrences o on o.source_id = s.source_id
     where o.id = ${occurrenceId} limit 1`.execute(tx.db)
  return rows.length > 0
}

/** Among how many of the occurrences before, and how old, the last copy of each place is looked for. */
const OCCURRENCES_MAX = 1_000
const LOOKS_BACK = '60 days'

/** Finds which copies of a source stand: in each place those of the last occurrence that was sent there. */
async function findStanding(tx: Tx, occurrenceId: string): Promise<void> {
  await sql`
    with made as (select id, source, source_id, created_at from occurrences where id = ${occurrenceId}),
    before as (
      select o.id, o.source_id, row_number() over (order by o.created_at desc, o.id desc) as n
        from occurrences o join made m on o.source = m.source and o.source_id = m.source_id
       where o.sent > 0 and (o.created_at, o.id) < (m.created_at, m.id)
         and o.due_at > m.created_at - interval '${sql.raw(LOOKS_BACK)}'
       order by n limit ${OCCURRENCES_MAX})
    insert into standing_copies (source_id, occurrence_id, account_id, group_id, topic_id, chat_id)
    select distinct on (d.group_id, d.topic_id) b.source_id, b.id, d.account_id, d.group_id, d.topic_id,
           d.receipt ->> 'chatId'
      from before b join deliveries d on d.occurrence_id = b.id
     where d.status = 'sent' order by d.group_id, d.topic_id, b.n
    on conflict do nothing`.execute(tx.db)
}
