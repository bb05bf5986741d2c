import { noteReplaced } from '../deliveries/actions.ts'
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

/** Has the copies before deleted once something new was sent by one of these sources, which replace them. */
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

/** Which messages replace the copies before. */
export const replacingMessages = (tx: Tx, ids: readonly string[]): Promise<Set<string>> =>
  store.findReplacing(tx, 'message', ids)

/**
 * Notes the copies that an occurrence replaces, to be deleted where their networks allow it; unless its source does
 * not replace copies any more.
 */
export const replaceCopies = (ctx: Context, { occurrenceId }: { occurrenceId: string }) =>
  ctx.transaction(async (tx) => {
    const owner = await store.findSource(tx, occurrenceId)
    if (!owner) return
    const replacing = await store.findReplacing(tx, owner.source, [owner.sourceId])
    if (!replacing.has(owner.sourceId)) return
    const accountIds = await noteReplaced(tx, occurrenceId, { now: ctx.clock.now(), stays: STAYS })
    if (accountIds.length > 0) await tx.wake('followups', accountIds)
  })

const STAYS = {
  unknown: UNKNOWN.sent,
  moved: 'The group has become another chat since it was sent.',
}
