import type { ReceiptCounts } from '../channels/port/receiving.ts'
import type { Context } from '../platform/context.ts'
import { saveMemberReceipts } from './member-receipts-store.ts'

/** Stores how many members have got or read what an account sent, and publishes that the counts have changed. */
export async function noteMemberReceipts(
  ctx: Context,
  accountId: string,
  counts: readonly ReceiptCounts[],
): Promise<void> {
  await ctx.transaction(async (tx) => {
    const sources = await saveMemberReceipts(tx, accountId, counts)
    await tx.publish(
      // Nothing of the source itself has changed, so it has no newer state.
      ...sources.map(({ userId, source, sourceId }) => ({
        kind: `${source}.updated` as const,
        userId,
        id: sourceId,
        rev: 0,
      })),
    )
  })
}
