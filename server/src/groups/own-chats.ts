import { channelFacts } from '@carillon/contract/channels'
import { channelOf, findAccount, openAccount } from '../accounts/actions.ts'
import { isLive } from '../accounts/rules.ts'
import type { ChatEvent } from '../channels/port/receiving.ts'
import {
  getConnection,
  takeOwnCode,
  publishConnections,
  type ConnectionRow,
} from '../connections/actions.ts'
import type { Context, Tx, UserContext } from '../platform/context.ts'
import { AppError } from '../platform/errors.ts'
import { requireChannel } from '../tiers/actions.ts'
import * as store from './own-chats-store.ts'

/**
 * Somebody pressed Start after our link: the tests of its user go to their chat from now on. The answer names that
 * user, because the link may have been passed on to somebody else.
 */
export async function openOwnChat(
  ctx: Context,
  accountId: string,
  event: Extract<ChatEvent, { kind: 'ownChat' }>,
): Promise<void> {
  const claim = await ctx.transaction((tx) => claimOwnChat(ctx, tx, accountId, event))
  // An unknown code gets no answer, because anybody could keep the bot busy with such codes.
  if (!claim) return
  const words = claim.isGood ? comeHere(claim.userName) : LINK_ENDED
  await answer(ctx, accountId, event.externalId, words)
}

/** The person who gets tests stopped them. */
export async function endOwnChat(
  ctx: Context,
  accountId: string,
  { externalId, how }: Extract<ChatEvent, { kind: 'ownChatEnded' }>,
): Promise<void> {
  const chat = { accountId, externalId }
  const ended = await ctx.transaction(async (tx) => {
    // Connections are locked before their groups.
    await publishConnections(ctx, tx, await store.connectionsOf(tx, chat))
    return store.end(tx, ctx.clock.now(), chat)
  })
  if (ended && how === 'stopped') await answer(ctx, accountId, externalId, NO_MORE)
}

const comeHere = (userName: string | null) =>
  `Tests that ${userName ?? 'somebody'} sends with Carillon come here from now on. Send /stop or block this bot to end that.`

const LINK_ENDED = 'This link has ended. Open “Send a test…” in Carillon again for a new one.'

const NO_MORE = 'No more tests come here.'

/** Sends in one try: nobody needs a lost answer, and a second copy would disturb. */
async function answer(ctx: Context, accountId: string, externalId: string, text: string) {
  try {
    const account = await findAccount(ctx, accountId)
    const ownChat = account && channelOf(ctx, account.channel).ownChat
    if (ownChat?.kind !== 'started') return
    await ownChat.answer(await openAccount(ctx, accountId), externalId, text)
  } catch (error) {
    const reason = (error as Error).message
    ctx.log.warn({ account: accountId, reason }, 'A person who pressed Start was not answered.')
  }
}

async function claimOwnChat(
  ctx: Context,
  tx: Tx,
  accountId: string,
  { code, externalId, name }: Extract<ChatEvent, { kind: 'ownChat' }>,
) {
  const claim = await takeOwnCode(ctx, tx, accountId, code)
  if (!claim?.isGood) return claim
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
  return claim
}

/**
 * The own chat for a test through a connection. Throws `conflict`, in words, if the user has to do something first.
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
