import { RUN_TEXTS_LISTED_MAX } from '@carillon/contract/cycles'
import { sql } from 'kysely'
import type { Reading } from '../platform/context.ts'
import { list } from '../platform/db/lists.ts'
import { runTextIn, runTextOf, type RunText } from '../series/actions.ts'

type SentText = {
  occurrenceId: string
  stepId: string | null
  text: string
  /** How many different steps its occurrence sent. */
  count: number
}

/** The first texts that these occurrences of cycles sent, in their order, each with its step. */
export async function sentTexts(
  reading: Reading,
  occurrenceIds: readonly string[],
): Promise<SentText[]> {
  if (occurrenceIds.length === 0) return []
  const { rows } = await sql<SentText & RunText>`
    select o.id as occurrence_id, step.id as step_id, ${runTextIn},
           jsonb_array_length(o.decided -> 'contents') as count
      from occurrences o
     cross join lateral (
       select id, place from jsonb_array_elements_text(o.decided -> 'contents')
              with ordinality as content (id, place)
        order by place limit ${RUN_TEXTS_LISTED_MAX}) as content
      join contents c on c.id = content.id::uuid
      left join lateral (
        select part ->> 'stepId' as id from jsonb_array_elements(o.decided -> 'parts') as part
         where part ->> 'contentId' = content.id limit 1) as step on true
     where o.id = any(${list(occurrenceIds)}::uuid[]) and o.source = 'cycle'
     order by o.id, content.place`.execute(reading.db)
  return rows.map((row) => ({ ...row, text: runTextOf(row) }))
}
