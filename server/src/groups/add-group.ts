import type { createGroup } from '@carillon/contract/groups'
import type { ParsedOf } from '@carillon/contract/endpoint'
import {
  getConnection,
  seenChat,
  publishConnections,
  viewerOf,
  type ConnectionRow,
  type SeenChat,
} from '../connections/actions.ts'
import type { Context, Tx, UserContext } from '../platform/context.ts'
import { AppError, notFound } from '../platform/errors.ts'
import { requireChannel, requireUnderTierLimit, requireUnderServerLimit } from '../tiers/actions.ts'
import { stateOf } from './rules.ts'
import * as store from './store.ts'

/** Makes a chat of the connection a group; throws `limit_reached` if the tier allows no more groups. */
export async function addGroup(
  ctx: UserContext,
  { connectionId, externalId }: ParsedOf<typeof createGroup>['body'],
): Promise<store.GroupRow> {
  return ctx.transaction(async (tx) => {
    const own = { ...ctx, db: tx.db }
    await getConnection(own, connectionId)
    // Also locks the connection's row: what the account may do does not change until this transaction ends.
    await publishConnections(ctx, tx, [connectionId])
    const connection = await getConnection(own, connectionId)
    const chat = await seenChat(tx, viewerOf(connection), externalId)
    if (!chat) throw notFound('chat')
    if (chat.lost) throw new AppError('conflict', chat.reason ?? 'The bot is not there any more.')
    if (chat.groupId) throw alreadyAGroup()
    return insertGroup(ctx, tx, connection, chat)
  })
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

const alreadyAGroup = () => new AppError('conflict', 'This chat is one of your groups already.')
