import { isDeepStrictEqual } from 'node:util'
import type { updateGroup } from '@carillon/contract/groups'
import type { ParsedOf } from '@carillon/contract/endpoint'
import { findChat, publishConnections } from '../connections/actions.ts'
import type { ConnectionRemoved } from '../connections/port.ts'
import { settleAll } from '../notifications/actions.ts'
import type { Context, Reading, Tx, UserContext } from '../platform/context.ts'
import { AppError, notFound } from '../platform/errors.ts'
import { inNameOrder } from '../platform/name-order.ts'
import { restoreUpToLimit } from '../tiers/actions.ts'
import { presentGroup } from './present.ts'
import { stateOf } from './rules.ts'
import * as sendsStore from './sends-store.ts'
import * as store from './store.ts'
import { REMOVED, SENT_AGAIN, UNMUTED } from './words.ts'

export { addGroup } from './add-group.ts'
export { entitledGroups } from './limits.ts'
export { blockGroupUntil, limitGroup, loseGroup, migrateGroup } from './chats.ts'
export { requireOwnChat } from './own-chats.ts'
export { noteRefusal } from './refusals.ts'
export type { SentTo } from './sends-store.ts'

/** The groups of the user, in the order of their names. */
export const listGroups = async (ctx: UserContext) =>
  inNameOrder(await store.list(ctx, ctx.user.id))

/** The ids of those that were removed. */
export const listRemoved = (ctx: UserContext) => store.listRemoved(ctx, ctx.user.id)

/** Throws `not_found` if the group was removed or belongs to somebody else. */
export async function getGroup(ctx: UserContext, id: string): Promise<store.GroupRow> {
  const group = await store.find(ctx, id, ctx.user.id)
  if (!group) throw notFound('group')
  return group
}

type Change = ParsedOf<typeof updateGroup>['body']

/**
 * Mutes a group, or sets its time zone or its rules (quiet hours, cap, gap). An outdated revision is refused
 * with `conflict` and the present state.
 */
export async function changeGroup(
  ctx: UserContext,
  id: string,
  { rev, timeZone, muted, quietHours, dailyCap, minGapMinutes }: Change,
): Promise<store.GroupRow> {
  return changeMine(ctx, id, async (tx, group) => {
    if (group.rev !== rev) {
      throw new AppError('conflict', 'This group was changed meanwhile. Look at it again.', {
        current: presentGroup(ctx, group),
      })
    }
    const change = {
      ...(timeZone === undefined ? {} : { timeZone }),
      ...(muted === undefined ? {} : { muted }),
      ...(quietHours === undefined ? {} : { quietHours: quietHours && JSON.stringify(quietHours) }),
      ...(dailyCap === undefined ? {} : { dailyCap }),
      ...(minGapMinutes === undefined ? {} : { minGapMinutes }),
      // Whoever unmutes a group wants to know whether messages can be sent to it again.
      ...(muted === false ? { refusals: null } : {}),
    }
    const mutable =
      group.status === 'active' || group.status === 'muted' || group.status === 'limited'
    const wished = {
      muted: muted ?? group.muted,
      refusals: muted === false ? null : group.refusals,
    }
    // The row of a group that is muted for its refusals does not say what its chat allows, so the chat is read.
    const chat =
      group.code === 'refused'
        ? await findChat(tx, group.accountId, group.externalId)
        : { ...group, canPost: group.code !== 'no_rights' }
    const state = stateOf(wished, chat ?? { canPost: true })
    const changed = await store.update(tx, ctx.clock.now(), id, {
      ...change,
      ...(mutable ? state : {}),
    })
    if (group.status === 'muted' && changed.status === 'active') {
      await settleAll(ctx, tx, [{ userId: group.userId, about: id, message: UNMUTED }])
    }
    if (!isDeepStrictEqual(rulesOf(changed), rulesOf(group))) {
      await ctx.groupRulesChanged(ctx, tx, id)
    }
    return changed
  })
}

const rulesOf = ({ timeZone, quietHours, dailyCap, minGapMinutes }: store.GroupRow) => ({
  timeZone,
  quietHours,
  dailyCap,
  minGapMinutes,
})

/** Ends sending to a group. The row stays for its history; a suspended group may take its place in the tier. */
export async function removeGroup(ctx: UserContext, id: string): Promise<void> {
  await changeMine(ctx, id, async (tx, { userId }) => {
    const removed = { status: 'removed', code: null, reason: null } as const
    const row = await store.update(tx, ctx.clock.now(), id, removed)
    await settleAll(ctx, tx, [{ userId, about: id, message: REMOVED }])
    await restoreUpToLimit(ctx, tx, userId, 'groups')
    await tx.enqueue('messages.groupsRemoved', { userId })
    await tx.enqueue('groups.photosGone', {})
    return row
  })
}

/** The user's groups of a connection that was removed. */
export const removeGroupsOf: ConnectionRemoved = async (ctx, tx, connectionId) => {
  const removed = await store.removeOfConnection(tx, ctx.clock.now(), connectionId)
  for (const { id, userId, rev } of removed) {
    await tx.publish({ kind: 'group.updated', userId, id, rev })
  }
  const [first] = removed
  if (!first) return
  await restoreUpToLimit(ctx, tx, first.userId, 'groups')
  await tx.enqueue('messages.groupsRemoved', { userId: first.userId })
  await tx.enqueue('groups.photosGone', {})
}

/**
 * Stores when something was last sent to these groups. A group that counted as one that cannot be posted to is active
 * again. A photo does not prove that texts are allowed, so after a photo the network is asked.
 */
export async function noteSent(
  ctx: Context,
  tx: Tx,
  sends: readonly sendsStore.SentTo[],
): Promise<void> {
  if (sends.length === 0) return
  await sendsStore.setSent(tx, sends)
  for (const { id, userId, rev } of await sendsStore.unlimit(tx, ctx.clock.now(), sends)) {
    await tx.publish({ kind: 'group.updated', userId, id, rev })
    await settleAll(ctx, tx, [{ userId, about: id, message: SENT_AGAIN }])
  }
  for (const chat of await sendsStore.readLimited(tx, sends)) {
    await tx.enqueue('groups.recheck', chat)
  }
}

/** The connection through which a group is reached, for reports of its changes. */
export const connectionOf = (ctx: Reading, userId: string, id: string) =>
  store.findConnection(ctx, id, userId)

/** Changes one of the user's groups. Its connection is locked first, and its change is published too. */
async function changeMine(
  ctx: UserContext,
  id: string,
  change: (tx: Tx, group: store.GroupRow) => Promise<store.GroupRow>,
): Promise<store.GroupRow> {
  const { connectionId } = await getGroup(ctx, id)
  return ctx.transaction(async (tx) => {
    await publishConnections(ctx, tx, [connectionId])
    const group = await store.lock(tx, id)
    if (!group) throw notFound('group')
    const changed = await change(tx, group)
    await tx.publish({ kind: 'group.updated', userId: changed.userId, id, rev: changed.rev })
    return changed
  })
}
