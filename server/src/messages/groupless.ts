import type { Context } from '../platform/context.ts'
import { noGroupsLeft } from './words.ts'
import * as store from './store.ts'
import { readGroupless } from './groupless-store.ts'

/**
 * Gives waiting messages attention if they have no group left after groups of a user were removed. It has its
 * own transaction: it locks messages, and an edit locks the message before its groups.
 */
export async function noteGroupless(ctx: Context, userId: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    const rows = await store.lockThese(tx, await readGroupless(tx, userId))
    const still = new Set(await readGroupless(tx, userId))
    const changes = rows
      .filter(({ id }) => still.has(id))
      .map(({ id, status }) => ({ id, status, attention: noGroupsLeft(id) }))
    const changed = await store.setStatuses(tx, changes, ctx.clock.now())
    await tx.publish(
      ...changed.map(({ id, rev }) => ({ kind: 'message.updated' as const, userId, id, rev })),
    )
  })
}
