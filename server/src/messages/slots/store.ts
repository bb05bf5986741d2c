import type { Schedule } from '@carillon/contract/schedule'
import { sql, type Insertable } from 'kysely'
import type { Reading, Tx } from '../../platform/context.ts'
import type { SlotContentsTable } from '../tables.ts'
import { misplaced, type SlotContent } from './rules.ts'

/** Of these messages, in the order of their slots. */
export async function readSlotContents(
  reading: Reading,
  messageIds: readonly string[],
): Promise<Map<string, SlotContent[]>> {
  if (messageIds.length === 0) return new Map()
  const rows = await reading.db
    .selectFrom('slotContents')
    .innerJoin('contents', 'contents.id', 'slotContents.contentId')
    .select(['messageId', 'slotAt', 'local', 'following', 'contentId', 'body'])
    .where('messageId', 'in', messageIds)
    .orderBy('slotAt')
    .execute()
  return Map.groupBy(rows, ({ messageId }) => messageId)
}

/** A slot of a series, or it and all later ones, that says something of its own. */
export type RewordedSlot = Pick<SlotContent, 'messageId' | 'slotAt' | 'following'>

/** The same without the words. */
export async function readRewordedSlots(
  reading: Reading,
  messageIds: readonly string[],
): Promise<Map<string, RewordedSlot[]>> {
  if (messageIds.length === 0) return new Map()
  const rows = await reading.db
    .selectFrom('slotContents')
    .select(['messageId', 'slotAt', 'following'])
    .where('messageId', 'in', messageIds)
    .orderBy('slotAt')
    .execute()
  return Map.groupBy(rows, ({ messageId }) => messageId)
}

/** The same with how its words begin. */
export type SlotText = RewordedSlot & { text: string }

/** Reworded slots with the first `most` characters of their words: a calendar shows no more of them. */
export async function readSlotTexts(
  reading: Reading,
  messageIds: readonly string[],
  most: number,
): Promise<Map<string, SlotText[]>> {
  if (messageIds.length === 0) return new Map()
  const rows = await reading.db
    .selectFrom('slotContents')
    .innerJoin('contents', 'contents.id', 'slotContents.contentId')
    .select(['messageId', 'slotAt', 'following'])
    .select(sql<string>`left(contents.body ->> 'text', ${most})`.as('text'))
    .where('messageId', 'in', messageIds)
    .orderBy('slotAt')
    .execute()
  return Map.groupBy(rows, ({ messageId }) => messageId)
}

export async function putSlotContent(tx: Tx, row: Insertable<SlotContentsTable>): Promise<void> {
  await tx.db
    .insertInto('slotContents')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['messageId', 'slotAt', 'following'])
        .doUpdateSet({ contentId: row.contentId, local: row.local }),
    )
    .execute()
}

/** Takes back what these slots say for themselves, or all from an instant on. */
export async function removeSlotContents(
  tx: Tx,
  messageId: string,
  which: { slots: readonly Pick<SlotContent, 'slotAt' | 'following'>[] } | { from: Date },
): Promise<void> {
  const rows = tx.db.deleteFrom('slotContents').where('messageId', '=', messageId)
  const found =
    'from' in which
      ? rows.where('slotAt', '>=', which.from)
      : rows.where((row) =>
          row.or(which.slots.map(({ slotAt, following }) => row.and({ slotAt, following }))),
        )
  await found.execute()
}

/** Puts what slots say for themselves where their names are now, by the time zone data at hand. */
export async function placeSlotContents(
  tx: Tx,
  series: readonly { messageId: string; schedule: Schedule }[],
): Promise<void> {
  const ids = series.map(({ messageId }) => messageId)
  const contents = await readSlotContents(tx, ids)
  for (const { messageId, schedule } of contents.size > 0 ? series : []) {
    const moved = misplaced(contents.get(messageId) ?? [], schedule)
    await removeSlotContents(tx, messageId, { slots: moved.map(({ before }) => before) })
    for (const { after } of moved) await putSlotContent(tx, after)
  }
}
