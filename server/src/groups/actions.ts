import { isDeepStrictEqual } from 'node:util'
import type { createGroup, updateGroup } from '@carillon/contract/groups'
import type { ParsedOf } from '@carillon/contract/endpoint'
import { askForChats, channelOf, openAccount } from '../accounts/actions.ts'
import type { Channel } from '../channels/port.ts'
import type { ChannelAccount } from '../channels/port/account.ts'
import type { CheckedChat } from '../channels/port/chats.ts'
import {
  findChat,
  getConnection,
  seenChat,
  tellChanged,
  viewerOf,
  type ConnectionRow,
  type SeenChat,
} from '../connections/actions.ts'
import type { ConnectionRemoved } from '../connections/port.ts'
import { settleAll } from '../notifications/actions.ts'
import type { Context, Reading, Tx, UserContext } from '../platform/context.ts'
import { AppError, notFound } from '../platform/errors.ts'
import {
  restoreUpToLimit,
  requireChannel,
  requireUnderTierLimit,
  requireUnderServerLimit,
} from '../tiers/actions.ts'
import { presentGroup } from './present.ts'
import { stateOf } from './rules.ts'
import * as sendsStore from './sends-store.ts'
import { listOwn } from './own-chats-store.ts'
import * as store from './store.ts'
import { REMOVED, SENT_AGAIN, UNMUTED } from './words.ts'

export { entitledGroups } from './limits.ts'
export { blockGroupUntil, limitGroup, loseGroup, migrateGroup } from './chats.ts'
export { requireOwnChat } from './own-chats.ts'
export { noteRefusal } from './refusals.ts'
export type { SentTo } from './sends-store.ts'

export const listGroups = (ctx: UserContext) => store.list(ctx, ctx.user.id)

/** Throws `not_found` if the group was removed or belongs to somebody else. */
export async function getGroup(ctx: UserContext, id: string): Promise<store.GroupRow> {
  const group = await store.find(ctx, id, ctx.user.id)
  if (!group) throw notFound('group')
  return group
}

/** Makes a chat of the connection a group; throws `limit_reached` if the tier allows no more groups. */
export async function addGroup(
  ctx: UserContext,
  { connectionId, externalId }: ParsedOf<typeof createGroup>['body'],
): Promise<store.GroupRow> {
  return ctx.transaction(async (tx) => {
    const own = { ...ctx, db: tx.db }
    await getConnection(own, connectionId)
    // Also locks the connection's row: what the account may do does not change until this transaction ends.
    await tellChanged(ctx, tx, [connectionId])
    const connection = await getConnection(own, connectionId)
    const chat = await seenChat(tx, viewerOf(connection), externalId)
    if (!chat) throw notFound('chat')
    if (chat.lost) throw new AppError('conflict', chat.reason ?? 'The bot is not there any more.')
    if (chat.groupId) throw alreadyAGroup()
    return insertGroup(ctx, tx, connection, chat)
  })
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

/** Asks the network whether we may still post there. Throws `unavailable` when it cannot be asked. */
export async function checkGroup(ctx: UserContext, id: string): Promise<store.GroupRow> {
  const group = await getGroup(ctx, id)
  if (group.status === 'disconnected') throw new AppError('conflict', group.reason ?? '')
  await askAgain(ctx, group)
  return getGroup(ctx, id)
}

/** Asks the network about a chat now, and updates its groups. Throws `unavailable` when it cannot be asked. */
export async function askAgain(
  ctx: Context,
  { accountId, channel, externalId }: Pick<store.GroupRow, 'accountId' | 'channel' | 'externalId'>,
): Promise<void> {
  const account = await openAccount(ctx, accountId)
  const chat = await checkHere(ctx, channelOf(ctx, channel), account, externalId)
  if (!chat) return
  if (chat.externalId !== externalId) {
    const moved = { kind: 'migrated', from: externalId, to: chat.externalId } as const
    await ctx.accountWatcher.chatEvent(ctx, accountId, moved)
  }
  await ctx.accountWatcher.chatEvent(ctx, accountId, { kind: 'chat', chat })
}

/** Returns nothing if another process has the session of the account: that process then reads all chats of it. */
async function checkHere(
  ctx: Context,
  channel: Channel,
  account: ChannelAccount,
  externalId: string,
): Promise<CheckedChat | undefined> {
  try {
    return await channel.check(account, externalId)
  } catch (error) {
    const isElsewhere = error instanceof AppError && error.code === 'unavailable'
    if (!isElsewhere || !channel.capabilities.sendsInSession) throw error
    await askForChats(ctx, account.id)
    return undefined
  }
}

/**
 * A chat that came by the user's own link becomes a group by itself, because the user has just added the bot there.
 * If the tier allows no more groups, it is only listed among the chats.
 */
export async function addLinkedGroup(
  ctx: Context,
  tx: Tx,
  connection: Pick<store.GroupRow, 'userId' | 'accountId' | 'channel'> & { id: string },
  chat: SeenChat,
): Promise<void> {
  if (chat.groupId) return
  try {
    await insertGroup(ctx, tx, { ...connection, account: connection }, chat)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'limit_reached') throw error
  }
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

/**
 * The groups in a person's export, without photos, which belong to the groups, and their own chats. Nothing is sent to
 * a removed group.
 */
export const groupData = {
  name: 'groups',
  async *export(ctx: Context, userId: string) {
    yield (await store.list(ctx, userId)).map((group) =>
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

async function insertGroup(
  ctx: Context,
  tx: Tx,
  connection: Pick<ConnectionRow, 'id' | 'userId' | 'accountId'> & {
    account: Pick<store.GroupRow, 'channel'>
  },
  chat: SeenChat,
): Promise<store.GroupRow> {
  const { id: connectionId, userId, accountId, account } = connection
  await requireChannel(tx, userId, account.channel)
  await requireUnderTierLimit(ctx, tx, userId, 'groups')
  await requireUnderServerLimit(ctx, tx, userId, 'groups', {
    count: () => store.countAll(tx, userId),
    words: (most) => `You have ${most} groups, the most this server allows. Remove one first.`,
  })
  const { externalId, title, kind, memberCount, topics } = chat
  const group = await store.insert(tx, ctx.clock.now(), {
    id: ctx.ids.next(),
    userId,
    connectionId,
    accountId,
    channel: account.channel,
    externalId,
    title,
    kind,
    memberCount,
    topics,
    ...stateOf({ muted: false, refusals: null }, chat),
  })
  if (!group) throw alreadyAGroup()
  await tx.publish({ kind: 'group.updated', userId, id: group.id, rev: group.rev })
  await tx.enqueue('groups.photo', { accountId, externalId })
  return group
}

/** Changes one of the user's groups. Its connection is locked first, and its change is published too. */
async function changeMine(
  ctx: UserContext,
  id: string,
  change: (tx: Tx, group: store.GroupRow) => Promise<store.GroupRow>,
): Promise<store.GroupRow> {
  const { connectionId } = await getGroup(ctx, id)
  return ctx.transaction(async (tx) => {
    await tellChanged(ctx, tx, [connectionId])
    const group = await store.lock(tx, id)
    if (!group) throw notFound('group')
    const changed = await change(tx, group)
    await tx.publish({ kind: 'group.updated', userId: changed.userId, id, rev: changed.rev })
    return changed
  })
}

const alreadyAGroup = () => new AppError('conflict', 'This chat is one of your groups already.')
