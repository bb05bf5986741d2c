import type { Context, Tx } from '../platform/context.ts'
import type { Due, Planned } from '../planning/port.ts'
import { markReplaced } from '../content/actions.ts'
import { removeSlotContents } from '../series/actions.ts'
import { instantOf, type SlotContent } from '../series/rules.ts'
import { sourceRef } from './changes.ts'
import { readPlanned, type PlannedRow } from './store.ts'
import { isUnused } from './versions-store.ts'

/** A content of all later runs that becomes the content of its series, and the slots that it and those before it were given for. */
type Adopted = { contentId: string; slots: readonly SlotContent[] }

/**
 * The content of all later runs that a series adopts when this slot is planned, because it applies from there on. It waits
 * while a run before them is still to come: that one was moved, and has the former content.
 */
export function adoptedContent(
  { moves, timeZone }: PlannedRow,
  contents: readonly SlotContent[] | undefined,
  { slotAt, originalAt }: Pick<Due, 'slotAt' | 'originalAt'>,
): Adopted | undefined {
  if (!contents || !slotAt || !originalAt || !timeZone) return undefined
  const slots = contents.filter((one) => one.following && one.slotAt <= originalAt)
  const last = slots.at(-1)
  // A run that was moved to before them says it first, and those between still have the former one.
  if (!last || slotAt < last.slotAt) return undefined
  const isWaitedFor = moves?.some(
    ({ from, to }) => instantOf(from, timeZone) < last.slotAt && instantOf(to, timeZone) > slotAt,
  )
  return isWaitedFor ? undefined : { contentId: last.contentId, slots }
}

/** What a series adopts with a slot that is planned. */
export const adoptedBy = ({ onward }: Planned) => onward as Adopted | undefined

/** Removes the contents that are those of their series from now on. A former one that no run has sent stays a version. */
export async function replaceFormer(
  ctx: Context,
  tx: Tx,
  moves: readonly Planned[],
): Promise<void> {
  const adopting = moves.filter((one) => adoptedBy(one))
  if (adopting.length === 0) return
  const ids = adopting.map(({ sourceId }) => sourceId)
  const rows = new Map((await readPlanned(tx, ids)).map((row) => [row.id, row]))
  for (const one of adopting) {
    const { sourceId } = one
    const row = rows.get(sourceId)
    if (row && (await isUnused(tx, row))) {
      await markReplaced(ctx, tx, { messageId: sourceId, contentId: row.contentId })
    }
    await removeSlotContents(tx, sourceRef(sourceId), { slots: adoptedBy(one)!.slots })
  }
}
