import type { Content } from '@carillon/contract/content/content'
import { resolve } from '@carillon/contract/content/resolve'
import { sql } from 'kysely'
import { textIn } from '../content/store.ts'
import { brief, briefly, BRIEF_SOURCE_MAX } from '../content/words.ts'
import type { Run } from '../occurrences/port.ts'
import type { Reading } from '../platform/context.ts'
import { list } from '../platform/db/lists.ts'

/** Stands for the group name if an occurrence goes to several groups. */
const ANY_GROUP = '{{group}}'

/** A content of a run, as `runTextIn` reads it. */
export type RunText = {
  text: string
  body: Content | null
  run: Run | null
  group: string | null
}

/**
 * The beginnings of the texts of these occurrences: of the first content of each, with the chosen variant, the values
 * of its run, and later edits. If an occurrence goes to several groups, `{{group}}` stays.
 */
export async function readRunTexts(
  reading: Reading,
  occurrenceIds: readonly string[],
): Promise<Map<string, string>> {
  if (occurrenceIds.length === 0) return new Map()
  const { rows } = await sql<RunText & { id: string }>`
    select o.id, ${runTextIn}
    from occurrences o
    left join lateral (
      select case when s.done * 2 > o.sent then s.says end as says from sent_changes s
      where s.occurrence_id = o.id and s.kind = 'edit' and s.done > 0
        and jsonb_array_length(o.decided -> 'contents') = 1
      order by s.at desc limit 1) edit on true
    join contents c on c.id = coalesce(edit.says, (o.decided -> 'contents' ->> 0)::uuid)
    where o.id = any(${list(occurrenceIds)}::uuid[])`.execute(reading.db)
  return new Map(rows.map((row) => [row.id, runTextOf(row)]))
}

/** What `runTextOf` needs of a content `c` of an occurrence `o`, as columns in SQL. */
export const runTextIn = sql`
  ${textIn(sql`c.body`, BRIEF_SOURCE_MAX)} as text, case when c.varies then c.body end as body, o.run,
  case when c.varies and o.total = 1 then (
    select coalesce(d.addressed_as, g.title) from deliveries d join groups g on g.id = d.group_id
    where d.occurrence_id = o.id limit 1) end as "group"`

/** The beginning of a content as its run sent it: the chosen variant, with the values of the run. */
export function runTextOf({ text, body, run, group }: RunText): string {
  if (!body || !run) return brief(text)
  const { draw, ...values } = run
  return briefly(resolve(body, { draw, values: { ...values, group: group ?? ANY_GROUP } }))
}
