import { restorePending } from '../deliveries/actions.ts'
import type { SourceState } from '../deliveries/port.ts'
import type { SourceKind } from '../occurrences/port.ts'
import { lockSchedule, removeSchedule } from '../planning/actions.ts'
import { after, minutes } from '../platform/clock.ts'
import type { Context, Tx, UserContext } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { isUuid } from '../platform/ids.ts'
import type { SeriesOf } from './rules.ts'
import { deletedRowsOf } from './deletion-store.ts'

/** How long a deletion can be undone: much longer than a page offers it, but not a place to store things. */
const UNDO_MS = minutes(10)

const erasedBefore = (ctx: Context) => after(ctx.clock.now(), -UNDO_MS)

/**
 * When a message or a cycle of this user was deleted; undefined if it is not deleted. Its schedule is locked first, so
 * that deleting, restoring and erasing wait for each other.
 */
export async function lockDeletion(
  ctx: UserContext,
  tx: Tx,
  { source, sourceId }: SeriesOf,
): Promise<Date | undefined> {
  if (!isUuid(sourceId)) throw notFound(source)
  await lockSchedule(tx, { source, sourceId })
  return (await deletedRowsOf(source).findDeleted(tx, ctx.user.id, sourceId))?.deletedAt
}

/**
 * Begins to restore a source that was deleted at this instant: its deliveries wait in their lanes again. Throws
 * `not_found` if it is too late.
 */
export async function beginRestore(
  ctx: UserContext,
  tx: Tx,
  owner: SeriesOf,
  deletedAt: Date,
): Promise<void> {
  if (deletedAt <= erasedBefore(ctx)) throw notFound(owner.source)
  await restorePending(ctx, tx, owner, deletedAt)
}

/** Locks a message or a cycle until the transaction ends. Returns whether it exists. */
export async function lockSource(tx: Tx, owner: SeriesOf): Promise<SourceState> {
  await lockSchedule(tx, owner)
  return deletedRowsOf(owner.source).presenceOf(tx, owner.sourceId)
}

/** Erases the messages, or the cycles, whose deletion cannot be undone any more. */
export const eraseDeleted =
  (source: SourceKind) =>
  async (ctx: Context, stop: AbortSignal): Promise<void> => {
    const rows = deletedRowsOf(source)
    const before = erasedBefore(ctx)
    let ids: string[]
    do {
      ids = await rows.findErasable(ctx, before)
      for (const id of ids) {
        if (stop.aborted) return
        await ctx.transaction(async (tx) => {
          const owner = { source, sourceId: id }
          await lockSchedule(tx, owner)
          // It may have been restored since it was found.
          if (await rows.erase(tx, id, before)) await removeSchedule(tx, owner)
        })
      }
    } while (ids.length > 0)
  }
