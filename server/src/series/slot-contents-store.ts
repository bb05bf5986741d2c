import { sql, type Insertable } from 'kysely'
import type { Reading, Tx } from '../platform/context.ts'
import type { SeriesOf, SlotContent } from './rules.ts'
import type { SlotContentsTable } from './tables.ts'

type Source = SeriesOf['source']

/** What slots of series of one kind say, by the source's id, in the order of their slots. */
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

/** A slot of a series, or it and all later ones, that says something of its own. */
export type RewordedSlot = Pick<SlotContent, 'sourceId' | 'slotAt' | 'following'>

/** The same without the words. */
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

/** The same with how its words begin. */
export type SlotText = RewordedSlot & { text: string }

/** Reworded slots with the first `most` characters of their words: a calendar shows no more of them. */
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
    .select(sql<string>`left(contents.body ->> 'text', ${most})`.as('text'))
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

/** Takes back what these slots say for themselves, or all from an instant on. */
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
