import type { Context, Tx } from '../platform/context.ts'
import { inNameOrder } from '../platform/name-order.ts'
import { presentGroup } from './present.ts'
import { listOwn } from './own-chats-store.ts'
import * as store from './store.ts'

/**
 * The groups in a person's export, without photos, which belong to the groups, and their own chats. Nothing is sent to
 * a removed group.
 */
export const groupData = {
  name: 'groups',
  async *export(ctx: Context, userId: string) {
    yield inNameOrder(await store.list(ctx, userId)).map((group) =>
      presentGroup(ctx, { ...group, photoId: null }),
    )
    yield (await listOwn(ctx, userId)).map((chat) => ({
      ...presentGroup(ctx, { ...chat, photoId: null }),
      kind: 'own',
    }))
  },
  leave: (ctx: Context, tx: Tx, userId: string) => store.removeAll(tx, ctx.clock.now(), userId),
  erase: (ctx: Context, userId: string) => ctx.transaction((tx) => store.eraseSome(tx, userId)),
}
