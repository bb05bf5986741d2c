import type { ConnectionAccess } from '../connections/port.ts'
import { findChat } from '../connections/actions.ts'
import type { Context, Tx } from '../platform/context.ts'
import { restoreUpToLimit } from '../tiers/actions.ts'
import { mayReturn } from './chats.ts'
import { disconnected, stateAfter, stateOf, type GroupState, type KnownChat } from './rules.ts'
import * as store from './store.ts'

/** Changes groups when their connections may not act any more, and when they may again. */
export const connectionAccess: ConnectionAccess = {
  async withdrawn(ctx, tx, connectionIds) {
    if (connectionIds.length === 0) return
    const groups = await store.lockOfConnections(tx, connectionIds, { disconnected: false })
    for (const group of groups) await setState(ctx, tx, group, disconnected)
    // Suspended groups of other connections may take the places.
    const users = new Set(groups.map(({ userId }) => userId))
    for (const userId of [...users].toSorted()) await restoreUpToLimit(ctx, tx, userId, 'groups')
  },

  /** As if they had been lost: each counts again, if the tier allows it. */
  async restored(ctx, tx, connectionId) {
    const groups = await store.lockOfConnections(tx, [connectionId], { disconnected: true })
    for (const group of groups) {
      if (group.kind === 'own') {
        await setState(ctx, tx, group, stateOf(group, { canPost: true }))
        continue
      }
      const chat = await findChat(tx, group.accountId, group.externalId)
      const state = await stateAfter({ ...group, status: 'lost' }, knownStateOf(group, chat), () =>
        mayReturn(ctx, tx, group),
      )
      await setState(ctx, tx, group, state)
    }
  },
}

/** The stored state of a chat. A chat with a new id is not in our table: then we may write, as far as we know. */
function knownStateOf(group: store.GroupRow, chat: Chat | undefined): KnownChat {
  if (!chat?.lost)
    return { lost: false, canPost: chat?.canPost ?? true, reason: chat?.reason ?? null }
  const { externalId } = group
  return { externalId, lost: true, code: chat.lost, reason: chat.reason ?? 'It cannot be reached.' }
}

type Chat = NonNullable<Awaited<ReturnType<typeof findChat>>>

async function setState(ctx: Context, tx: Tx, group: store.GroupRow, state: GroupState) {
  const { id, userId, rev } = await store.update(tx, ctx.clock.now(), group.id, state)
  await tx.publish({ kind: 'group.updated', userId, id, rev })
}
