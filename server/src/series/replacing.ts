import { markCopiesReplaced } from '../deliveries/actions.ts'
import { UNKNOWN } from '../deliveries/words.ts'
import type { OccurrenceChange } from '../occurrences/port.ts'
import type { Context, Tx } from '../platform/context.ts'
import * as store from './replacing-store.ts'

declare module '../platform/jobs/jobs.ts' {
  interface JobData {
    /** An occurrence was sent whose source replaces the copies before it. */
    'sending.replace': { occurrenceId: string }
  }
}

/** Deletes the previous copies after one of these sources, which replace them, has sent something new. */
export async function replaceLater(
  tx: Tx,
  replacing: ReadonlySet<string>,
  occurrences: readonly OccurrenceChange[],
): Promise<void> {
  for (const { id, sourceId, status, sent } of occurrences) {
    if (!replacing.has(sourceId) || status === 'sending' || sent === 0) continue
    await tx.enqueue('sending.replace', { occurrenceId: id })
  }
}

/** Which of these messages replace their previous copies. */
export const replacingMessages = (tx: Tx, ids: readonly string[]): Promise<Set<string>> =>
  store.findReplacing(tx, 'message', ids)

/**
 * Records the copies that an occurrence replaces, so that they are deleted if their networks allow it. It does nothing
 * if the source does not replace copies any more.
 */
export const replaceCopies = (ctx: Context, { occurrenceId }: { occurrenceId: string }) =>
  ctx.transaction(async (tx) => {
    const owner = await store.findSource(tx, occurrenceId)
    if (!owner) return
    const replacing = await store.findReplacing(tx, owner.source, [owner.sourceId])
    if (!replacing.has(owner.sourceId)) return
    const accountIds = await markCopiesReplaced(tx, occurrenceId, {
      now: ctx.clock.now(),
      stays: STAYS,
    })
    if (accountIds.length > 0) await tx.wake('followups', accountIds)
  })

const STAYS = {
  unknown: UNKNOWN.sent,
  moved: 'The group has become another chat since it was sent.',
}
