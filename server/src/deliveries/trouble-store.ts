import { sql } from 'kysely'
import type { OccurrenceChange } from '../occurrences/port.ts'
import { notSentCount } from '../occurrences/rules.ts'
import type { Reading } from '../platform/context.ts'
import { list } from '../platform/db/lists.ts'

/** For occurrences of which something is missing: the first group that did not get it, and why. */
export async function readTrouble(
  reading: Reading,
  changes: readonly OccurrenceChange[],
): Promise<OccurrenceChange[]> {
  const bad = changes.filter((one) => {
    const { status, sent, total } = one
    if (status === 'sending') return !one.isSame && notSentCount(one) > 0
    return status !== 'done' && sent < total
  })
  if (bad.length === 0) return [...changes]
  const { rows } = await sql<Trouble>`
    select distinct on (occurrence_id, doubted) occurrence_id, doubted, title, why as reason
      from (
        select d.*, d.status = 'unconfirmed' as doubted, groups.title,
               -- What the network said of the group tells more than that it was passed over.
               case when d.code = 'group_lost' and groups.status = 'lost' then coalesce(groups.reason, d.reason)
                 else d.reason end as why
          from deliveries d join groups on groups.id = d.group_id
         where d.occurrence_id = any(${list(bad.map(({ id }) => id))}::uuid[])
           and d.status in ('failed', 'unconfirmed', 'skipped')
      ) ended
     order by occurrence_id, doubted, status = 'failed' desc, code = 'late' desc, due_at, id`.execute(
    reading.db,
  )
  const of = Map.groupBy(rows, ({ occurrenceId }) => occurrenceId)
  return changes.map((one) => {
    const found = of.get(one.id) ?? []
    const missed = found.find(({ doubted }) => !doubted)
    const doubtful = found.find(({ doubted }) => doubted)
    return {
      ...one,
      ...(missed ? { missed: { group: missed.title, reason: missed.reason } } : {}),
      ...(doubtful ? { doubted: { group: doubtful.title } } : {}),
    }
  })
}

type Trouble = { occurrenceId: string; doubted: boolean; title: string; reason: string | null }
