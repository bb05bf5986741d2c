import { LAST_RESULTS } from '@carillon/contract/messages'
import { sql } from 'kysely'
import type { Reading } from '../platform/context.ts'
import { list } from '../platform/db/lists.ts'

/** Occurrences of a cycle whose words a calendar may show: those of six weeks with one an hour. */
const SAID_MAX = 1_000

/** How what cycles said began, by cycle and slot; null is the latest that was sent now. */
export async function saidTexts(
  reading: Reading,
  ids: readonly string[],
  most: number,
): Promise<Map<string, Map<number | null, string>>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; slotAt: Date | null; text: string }>`
    select asked.id, last.slot_at, left(c.body ->> 'text', ${most}) as text
      from unnest(${list(ids)}::uuid[]) as asked (id)
     cross join lateral (
       select slot_at, due_at, (decided -> 'contents' ->> 0)::uuid as content_id from occurrences
        where source = 'cycle' and source_id = asked.id and decided is not null
        order by due_at desc, id desc limit ${SAID_MAX}) as last
      join contents c on c.id = last.content_id
     order by last.due_at`.execute(reading.db)
  const found = new Map<string, Map<number | null, string>>()
  for (const { id, slotAt, text } of rows) {
    const own = found.get(id) ?? new Map<number | null, string>()
    found.set(id, own.set(slotAt && slotAt.getTime(), text))
  }
  return found
}

/** Those of these occurrences that are among the last of a cycle that is there: they are shown with it. */
export async function findShown(
  reading: Reading,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select o.id from occurrences o join cycles c on c.id = o.source_id
    where o.id = any(${list(ids)}::uuid[]) and o.source = 'cycle' and (
      select count(*) from (
        select from occurrences n
        where n.source = 'cycle' and n.source_id = o.source_id and (n.due_at, n.id) > (o.due_at, o.id)
        limit ${LAST_RESULTS}) as newer) < ${LAST_RESULTS}`.execute(reading.db)
  return new Set(rows.map(({ id }) => id))
}
