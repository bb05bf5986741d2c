import type { Context, Tx } from '../platform/context.ts'
import * as store from './store.ts'

declare module '../platform/news/news.ts' {
  interface NewsKinds {
    'connection.updated': true
    'connection.deleted': true
  }
}

/** Tells the users of these connections, after commit, that something about them changed. */
export async function publishConnections(
  ctx: Context,
  tx: Tx,
  connectionIds: readonly string[],
): Promise<void> {
  if (connectionIds.length === 0) return
  for (const { id, userId, rev } of await store.touch(tx, ctx.clock.now(), connectionIds)) {
    await tx.publish({ kind: 'connection.updated', userId, id, rev })
  }
}
