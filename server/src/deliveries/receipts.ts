import type { ReceiptCounts } from '../channels/port/receiving.ts'
import type { Context } from '../platform/context.ts'
import { saveReceipts } from './receipts-store.ts'

/** Members have what an account sent, or have read it: whoever looks at its source sees the new counts. */
export async function noteReceipts(
  ctx: Context,
  accountId: string,
  counts: readonly ReceiptCounts[],
): Promise<void> {
  await ctx.transaction(async (tx) => {
    const sources = await saveReceipts(tx, accountId, counts)
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
