import { channelFacts } from '@carillon/contract/channels'
import { channelOf } from '../accounts/actions.ts'
import { isLive } from '../accounts/rules.ts'
import type { ChatEvent } from '../channels/port/receiving.ts'
import { getConnection, takeOwnCode, type ConnectionRow } from '../connections/actions.ts'
import type { Context, Tx, UserContext } from '../platform/context.ts'
import { AppError } from '../platform/errors.ts'
import { requireChannel } from '../tiers/actions.ts'
import * as store from './own-chats-store.ts'

/** Somebody pressed Start after a link of ours: their chat is where the tests of its user go from now on. */
export async function openOwnChat(
  ctx: Context,
  tx: Tx,
  accountId: string,
  { code, externalId, name }: Extract<ChatEvent, { kind: 'ownChat' }>,
): Promise<void> {
  const claim = await takeOwnCode(ctx, tx, accountId, code)
  if (!claim) return
  const { connectionId, userId, channel } = claim
  const { id, rev } = await store.open(tx, ctx.clock.now(), {
    id: ctx.ids.next(),
    userId,
    connectionId,
    accountId,
    channel,
    externalId,
    title: name,
  })
  await tx.publish({ kind: 'group.updated', userId, id, rev })
}

/**
 * Where a test goes that a user sends to themselves through a connection. Throws `conflict`, in words, when they
 * have to do something first.
 */
export async function requireOwnChat(
  ctx: UserContext,
  tx: Tx,
  connectionId: string,
): Promise<string> {
  const connection = await getConnection({ ...ctx, db: tx.db }, connectionId)
  const { account, accountId } = connection
  await requireChannel(tx, ctx.user.id, account.channel)
  const { ownChat } = channelOf(ctx, account.channel)
  const { network } = channelFacts[account.channel]
  if (!ownChat) throw new AppError('conflict', `${network} has no chat with yourself.`)
  if (!isLive(account.status)) {
    throw new AppError('conflict', account.reason ?? `${network} is not connected.`)
  }
  if (ownChat.kind === 'itself') {
    const { id } = await store.open(tx, ctx.clock.now(), {
      id: ctx.ids.next(),
      userId: ctx.user.id,
      connectionId,
      accountId,
      channel: account.channel,
      externalId: ownChat.externalIdOf(account),
      title: account.name,
    })
    return id
  }
  const id = await store.findOpen(tx, connectionId)
  if (!id) throw new AppError('conflict', notStarted(account))
  return id
}

const notStarted = ({ identity }: ConnectionRow['account']) =>
  `Open ${identity} and press Start first: a bot may write only to people who have done that.`
