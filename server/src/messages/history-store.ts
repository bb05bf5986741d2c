import { SUMMARY_GROUPS_MAX } from '@carillon/contract/messages'
import { sql } from 'kysely'
import type { Reading } from '../platform/context.ts'

/** The id of the only delivery of an occurrence that goes to a single group. */
export async function onlyDelivery(reading: Reading, occurrenceId: string): Promise<string> {
  const row = await reading.db
    .selectFrom('deliveries')
    .select('id')
    .where('occurrenceId', '=', occurrenceId)
    .limit(1)
    .executeTakeFirstOrThrow()
  return row.id
}

/** The groups and topics that have got a message, or may have got it. */
export async function readReachedTargets(
  reading: Reading,
  messageId: string,
): Promise<{ groupId: string; topicId: string | null }[]> {
  return reading.db
    .selectFrom('deliveries')
    .innerJoin('occurrences', 'occurrences.id', 'deliveries.occurrenceId')
    .select(['groupId', 'topicId'])
    .where('source', '=', 'message')
    .where('sourceId', '=', messageId)
    .where('deliveries.status', 'in', ['sent', 'unconfirmed'])
    .execute()
}

/**
 * `groups`: how many groups got a message or may have got it; `unsure`: how many of them are uncertain; `of`: how many
 * it was for; `groupIds`: the first of these; `left`: how many can still get it.
 */
export type Reach = {
  groups: number
  of: number
  unsure: number
  groupIds: string[]
  left: number
}

/** The reach of messages. Groups that were removed from a message count if they got it. */
export async function readReach(
  reading: Reading,
  ids: readonly string[],
): Promise<Map<string, Reach>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Reach & { id: string }>`
    select id, count(*) filter (where reached)::int as groups, count(*)::int as of,
      count(*) filter (where reached and not sure)::int as unsure,
      count(*) filter (where waits)::int as left,
      (array_agg(group_id order by place nulls last, group_id))[:${SUMMARY_GROUPS_MAX}]::text[] as group_ids
    from (
      select id, group_id, bool_or(reached) as reached, bool_or(sure) as sure, bool_or(waits) as waits,
        min(place) as place
      from (
        select o.source_id as id, d.group_id, true as reached, d.status = 'sent' as sure, false as waits,
               null::int as place
          from occurrences o join deliveries d on d.occurrence_id = o.id
         where o.source = 'message' and o.source_id = any(${ids}::uuid[])
           and d.status in ('sent', 'unconfirmed')
        union all
        select message_id, group_id, false, false, g.status <> 'removed' and exists (
                 select from unnest(case when m.topics = '{}' then '{null}' else m.topics end) as topic
                  where not exists (
                    select from occurrences o join deliveries d on d.occurrence_id = o.id
                     where o.source = 'message' and o.source_id = message_id and d.group_id = m.group_id
                       and d.topic_id is not distinct from topic and d.status in ('sent', 'unconfirmed'))),
               position
          from message_groups m join groups g on g.id = m.group_id
         where message_id = any(${ids}::uuid[])
      ) as meant
      group by id, group_id
    ) as each_group
    group by id`.execute(reading.db)
  return new Map(rows.map(({ id, ...reach }) => [id, reach]))
}

/**
 * Which of these occurrences belong to a partly sent message: it may still be sent to the groups without it.
 */
export async function findUnfinished(
  reading: Reading,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select o.id from occurrences o join messages m on m.id = o.source_id
    where o.id = any(${ids}::uuid[]) and o.source = 'message' and m.status = 'partly_sent'`.execute(
    reading.db,
  )
  return new Set(rows.map(({ id }) => id))
}
