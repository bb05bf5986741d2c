import { sql } from 'kysely'
import type { Tx } from '../platform/context.ts'

/** Why a copy cannot be deleted and stays, in words. */
export type Stays = { unknown: string; moved: string }

/**
 * For each group or topic that got every part of a new occurrence: marks all older copies of the same source there as
 * replaced. Its own copies are then the current ones. Doing it twice changes nothing. Returns the accounts that have
 * something to delete now.
 */
export async function markCopiesReplaced(
  tx: Tx,
  occurrenceId: string,
  { now, stays }: { now: Date; stays: Stays },
): Promise<string[]> {
  if (!(await hasCurrentCopies(tx, occurrenceId))) await findCurrentCopies(tx, occurrenceId)
  const { rows } = await sql<{ accountId: string }>`
    with made as (select id, source_id, created_at from occurrences where id = ${occurrenceId}),
    targets as (
      select account_id, group_id, topic_id, min(receipt ->> 'chatId') as chat_id,
             -- A delivery that is only assumed sent has no receipt, and replaces no copy.
             bool_and(status = 'sent' and receipt ->> 'chatId' is not null) as whole
        from deliveries where occurrence_id = ${occurrenceId}
       group by account_id, group_id, topic_id having bool_or(status = 'sent')),
    over as (
      delete from standing_copies s using made m, occurrences o
       where s.source_id = m.source_id and o.id = s.occurrence_id
         and (o.created_at, o.id) < (m.created_at, m.id)
         and exists (
           select from targets p
            where p.whole and p.topic_id is not distinct from s.topic_id
              and (p.group_id = s.group_id or (p.account_id, p.chat_id) = (s.account_id, s.chat_id)))
      returning s.*),
    noted as (
      insert into follow_ups (delivery_id, kind, cause, account_id, user_id, occurrence_id, source_id, chat_id, due_at,
        not_before, created_at, code, reason)
      select d.id, 'delete', 'next', d.account_id, d.user_id, d.occurrence_id, over.source_id, d.receipt ->> 'chatId',
             ${now}, ${now}, ${now}, stays.code, case stays.code when 'unknown' then ${stays.unknown}
                                                                  when 'moved' then ${stays.moved} end
        from over join deliveries d
          on d.occurrence_id = over.occurrence_id and d.group_id = over.group_id
             and d.topic_id is not distinct from over.topic_id
       cross join lateral (
         select case when d.receipt ->> 'chatId' is null then 'unknown'
                     when not exists (
                       select from targets p
                        where p.whole and p.topic_id is not distinct from d.topic_id
                          and (p.account_id, p.chat_id) = (d.account_id, d.receipt ->> 'chatId'))
                     then 'moved' end as code) as stays
       where d.status = 'sent'
      -- A copy that was to be deleted later is deleted now.
      on conflict (delivery_id, kind) do update
         set cause = 'next', due_at = excluded.due_at, not_before = excluded.not_before
       where follow_ups.done_at is null and follow_ups.reason is null and follow_ups.due_at > excluded.due_at
      returning account_id),
    stand as (
      insert into standing_copies (source_id, occurrence_id, account_id, group_id, topic_id, chat_id)
      select m.source_id, m.id, p.account_id, p.group_id, p.topic_id, p.chat_id
        from targets p cross join made m
      on conflict do nothing)
    select distinct account_id from noted`.execute(tx.db)
  return rows.map(({ accountId }) => accountId)
}

/**
 * Deletes the record of a source's current copies, because it is not kept up to date while the source replaces
 * nothing. The next occurrence that replaces copies searches for them once.
 */
async function forgetCurrentCopies(tx: Tx, sourceId: string): Promise<void> {
  await tx.db.deleteFrom('standingCopies').where('sourceId', '=', sourceId).execute()
}

/**
 * Stops replacing copies of a source: those that are not deleted yet stay, unless their own content has a deletion
 * time. A running try is finished and reported.
 */
export async function stopReplacing(tx: Tx, now: Date, sourceId: string): Promise<void> {
  const open = sql`f.kind = 'delete' and f.cause = 'next' and f.done_at is null and f.reason is null
    and not (f.doubtful and f.not_before <= ${now})
    and f.occurrence_id = any(array(select id from occurrences where source_id = ${sourceId}))`
  await sql`
    update follow_ups f set cause = 'content', due_at = own.due_at, not_before = own.due_at
      from (select d.id, d.sent_at + make_interval(mins => (c.body -> 'options' ->> 'deleteAfterMinutes')::int) as due_at
              from deliveries d join contents c on c.id = d.content_id and c.follow_ups
             where c.body -> 'options' -> 'deleteAfterMinutes' is not null) as own
     where ${open} and own.id = f.delivery_id`.execute(tx.db)
  await sql`delete from follow_ups f where ${open}`.execute(tx.db)
  await forgetCurrentCopies(tx, sourceId)
}

async function hasCurrentCopies(tx: Tx, occurrenceId: string): Promise<boolean> {
  const { rows } = await sql`
    select from standing_copies s join occurrences o on o.source_id = s.source_id
     where o.id = ${occurrenceId} limit 1`.execute(tx.db)
  return rows.length > 0
}

/** How many earlier occurrences, and how old ones, are searched for the last copy in each group or topic. */
const OCCURRENCES_MAX = 1_000
const LOOKS_BACK = '60 days'

/** Finds the current copies of a source: in each group or topic those of the last occurrence that was sent there. */
async function findCurrentCopies(tx: Tx, occurrenceId: string): Promise<void> {
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
