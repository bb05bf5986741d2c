import { sql, type Insertable } from 'kysely'
import type { Reading, Tx } from '../platform/context.ts'
import type { SeriesOf, SlotContent } from './rules.ts'
import type { SlotContentsTable } from './tables.ts'
import { fullTextIn, textCountIn, textIn } from '../content/store.ts'

type Source = SeriesOf['source']

/** The contents of slots, by the id of their series, in the order of the slots. */
export async function readSlotContents(
  reading: Reading,
  source: Source,
  ids: readonly string[],
): Promise<Map<string, SlotContent[]>> {
  if (ids.length === 0) return new Map()
  const rows = await reading.db
    .selectFrom('slotContents')
    .innerJoin('contents', 'contents.id', 'slotContents.contentId')
    .select(['source', 'sourceId', 'slotAt', 'local', 'following', 'contentId', 'body'])
    .where('source', '=', source)
    .where('sourceId', 'in', ids)
    .orderBy('slotAt')
    .execute()
  return Map.groupBy(rows, ({ sourceId }) => sourceId)
}

/** Whether a slot of the `series` of this query has own words that match; `userId` is whose series these are. */
export const slotTextMatches = (
  source: Source,
  userId: string,
  pattern: string,
) => sql<boolean>`exists (
  select from slot_contents s join contents c on c.id = s.content_id and c.user_id = ${userId}
   where s.source = ${source} and s.source_id = series.id and ${fullTextIn(sql`c.body`)} ilike ${pattern})`

/** A slot with its own words; with `following`, all later slots have them too. */
export type RewordedSlot = Pick<SlotContent, 'sourceId' | 'slotAt' | 'following'>

/** The same slots without their words. */
export async function readRewordedSlots(
  reading: Reading,
  source: Source,
  ids: readonly string[],
): Promise<Map<string, RewordedSlot[]>> {
  if (ids.length === 0) return new Map()
  const rows = await reading.db
    .selectFrom('slotContents')
    .select(['sourceId', 'slotAt', 'following'])
    .where('source', '=', source)
    .where('sourceId', 'in', ids)
    .orderBy('slotAt')
    .execute()
  return Map.groupBy(rows, ({ sourceId }) => sourceId)
}

/** The same slots with the beginning of their words, and how many texts they have. */
export type SlotText = RewordedSlot & { text: string; count: number }

/** Slots with their own words, cut to the first `most` characters: a calendar shows no more. */
export async function readSlotTexts(
  reading: Reading,
  source: Source,
  ids: readonly string[],
  most: number,
): Promise<Map<string, SlotText[]>> {
  if (ids.length === 0) return new Map()
  const rows = await reading.db
    .selectFrom('slotContents')
    .innerJoin('contents', 'contents.id', 'slotContents.contentId')
    .select(['sourceId', 'slotAt', 'following'])
    .select(textIn(sql.ref('contents.body'), most).as('text'))
    .select(textCountIn(sql.ref('contents.body')).as('count'))
    .where('source', '=', source)
    .where('sourceId', 'in', ids)
    .orderBy('slotAt')
    .execute()
  return Map.groupBy(rows, ({ sourceId }) => sourceId)
}

export async function putSlotContent(tx: Tx, row: Insertable<SlotContentsTable>): Promise<void> {
  await tx.db
    .insertInto('slotContents')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['source', 'sourceId', 'slotAt', 'following'])
        .doUpdateSet({ contentId: row.contentId, local: row.local }),
    )
    .execute()
}

/** Removes the contents of these slots, or all from an instant on. */
export async function removeSlotContents(
  tx: Tx,
  { source, sourceId }: SeriesOf,
  which: { slots: readonly Pick<SlotContent, 'slotAt' | 'following'>[] } | { from: Date },
): Promise<void> {
  const rows = tx.db
    .deleteFrom('slotContents')
    .where('source', '=', source)
    .where('sourceId', '=', sourceId)
  const found =
    'from' in which
      ? rows.where('slotAt', '>=', which.from)
      : rows.where((row) =>
          row.or(which.slots.map(({ slotAt, following }) => row.and({ slotAt, following }))),
        )
  await found.execute()
}
