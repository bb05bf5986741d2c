import type { Schedule } from '@carillon/contract/schedule'
import type { Tx } from '../platform/context.ts'
import { misplaced, type SeriesOf } from './rules.ts'
import { putSlotContent, readSlotContents, removeSlotContents } from './store.ts'

export { shiftFrom } from './shift.ts'
export { changed, ownOf, requireToCome } from './slot-changes.ts'
export {
  putSlotContent,
  readRewordedSlots,
  readSlotContents,
  readSlotTexts,
  removeSlotContents,
  type RewordedSlot,
  type SlotText,
} from './store.ts'

/** Puts what slots say for themselves where their names are now, by the time zone data at hand. */
export async function placeSlotContents(
  tx: Tx,
  source: SeriesOf['source'],
  series: readonly { sourceId: string; schedule: Schedule }[],
): Promise<void> {
  const ids = series.map(({ sourceId }) => sourceId)
  const contents = await readSlotContents(tx, source, ids)
  for (const { sourceId, schedule } of contents.size > 0 ? series : []) {
    const moved = misplaced(contents.get(sourceId) ?? [], schedule)
    const before = { slots: moved.map((one) => one.before) }
    await removeSlotContents(tx, { source, sourceId }, before)
    for (const { after } of moved) await putSlotContent(tx, after)
  }
}
