import { sql } from 'kysely'
import type { Tx } from '../platform/context.ts'
import { pending } from './store.ts'

/** Two groups of a user that are one chat: one is kept, the other is removed. */
export type Merged = { kept: string; gone: string }

/**
 * Deliveries that would send the same content to the same group or topic a second time, because the other group has
 * or may have it. Of two waiting ones, that of the kept group is sent.
 */
export async function findCopies(tx: Tx, { kept, gone }: Merged): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select d.id from groups g
    join lane_entries e on e.account_id = g.account_id and e.user_id = g.user_id
    join lateral (select * from deliveries d where d.id = e.delivery_id offset 0) d
      on d.status in ${pending} and d.group_id in (${kept}, ${gone})
    join deliveries other on other.occurrence_id = d.occurrence_id and other.part = d.part
      and other.group_id = case when d.group_id = ${kept} then ${gone} else ${kept} end::uuid
      and other.topic_id is not distinct from d.topic_id
    where g.id = ${kept} and (other.status in ('sending', 'sent', 'unconfirmed')
      or d.group_id = ${gone} and other.status in ${pending})`.execute(tx.db)
  return rows.map((row) => row.id)
}

/**
 * Moves waiting deliveries of the removed group to the kept one, unless it has the same; also those that
 * would wait again after a restore.
 */
export async function handOver(tx: Tx, now: Date, { kept, gone }: Merged): Promise<void> {
  await sql`
    update deliveries d set group_id = ${kept}, rev = d.rev + 1, updated_at = ${now}
    where (d.id = any(array(
          select e.delivery_id from groups g
          join lane_entries e on e.account_id = g.account_id and e.user_id = g.user_id
          where g.id = ${gone}))
        and d.status in ${pending}
        or d.id = any(array(
          select taken.id from groups g
          join occurrences o on o.user_id = g.user_id and o.stopped = 'deleted'
          join deliveries taken on taken.occurrence_id = o.id and taken.code = 'deleted'
          where g.id = ${gone})))
      and d.group_id = ${gone} and not exists (
        select 1 from deliveries other
        where other.occurrence_id = d.occurrence_id and other.part = d.part and other.group_id = ${kept}
          and other.topic_id is not distinct from d.topic_id)`.execute(tx.db)
}
