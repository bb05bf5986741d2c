import {
  askForChats,
  channelOf,
  openAccount,
  renameAccount,
  loseAccount,
} from '../accounts/actions.ts'
import { isLive } from '../accounts/rules.ts'
import type { Channel } from '../channels/port.ts'
import type { ChannelAccount } from '../channels/port/account.ts'
import type { CheckedChat } from '../channels/port/chats.ts'
import type { TokenPairing } from '../channels/port/pairing.ts'
import type { Context, Reading, Tx } from '../platform/context.ts'
import { AppError, invalid } from '../platform/errors.ts'
import { inNameOrder } from '../platform/name-order.ts'
import { publishConnections } from './news.ts'
import { showsToken } from './rules.ts'
import { tokenChanged } from './words.ts'
import type { ConnectionRow } from './store.ts'
import { withTopic, type ReportedTopic } from './topics.ts'
import * as store from './chats-store.ts'

export type { ReportedTopic } from './topics.ts'
export type { SeenChat } from './chats-store.ts'

/** How many chats one refresh asks for: each takes three calls, and this stays below the limits of a bot. */
const CHECKED_MAX = 20

/** Stores the reported state of a chat, and publishes it to the users who see the chat. */
export async function noteChat(
  ctx: Context,
  tx: Tx,
  accountId: string,
  chat: CheckedChat,
): Promise<void> {
  if (chat.lost) await store.markLost(tx, ctx.clock.now(), accountId, chat)
  else await store.upsert(tx, ctx.clock.now(), accountId, chat)
  await tellViewers(ctx, tx, accountId, chat.externalId)
}

export async function renameChat(
  ctx: Context,
  tx: Tx,
  accountId: string,
  externalId: string,
  title: string,
): Promise<void> {
  await store.rename(tx, ctx.clock.now(), accountId, externalId, title)
  await tellViewers(ctx, tx, accountId, externalId)
}

/** Stores a topic of a chat, and returns all its topics; an empty list if the chat is unknown. */
export async function learnTopic(
  ctx: Context,
  tx: Tx,
  accountId: string,
  externalId: string,
  topic: ReportedTopic,
) {
  const chat = await store.lock(tx, accountId, externalId)
  if (!chat) return undefined
  const topics = withTopic(chat.topics, topic)
  await store.setTopics(tx, ctx.clock.now(), accountId, externalId, topics)
  await tellViewers(ctx, tx, accountId, externalId)
  return topics
}

/** A chat has a new id at its network. Doing it twice changes nothing. */
export async function moveChat(
  ctx: Context,
  tx: Tx,
  accountId: string,
  from: string,
  to: string,
): Promise<void> {
  await store.move(tx, accountId, from, to)
  await tellViewers(ctx, tx, accountId, to)
}

/** The chats that a connection could post to; those it was removed from are none. */
export async function listChats(
  ctx: Reading,
  connection: ConnectionRow,
): Promise<store.SeenChat[]> {
  const chats = inNameOrder(await store.listSeen(ctx, viewerOf(connection)))
  return chats.filter((chat) => chat.lost === null)
}

/**
 * Asks the network again about the account itself and the chats that are seen through it; with a link, only
 * about the chat of the link. A chat by its link is for own bots: through a shared one an admin proves it.
 */
export async function refresh(ctx: Context, row: ConnectionRow, link?: string): Promise<void> {
  const { account } = row
  const channel = channelOf(ctx, account.channel)
  if (!isLive(account.status)) throw new AppError('conflict', account.reason ?? 'Connect it again.')
  if (!showsToken(row)) throw new AppError('conflict', tokenChanged(account))
  const opened = await openAccount(ctx, row.accountId)
  if (link) {
    const chat = await channel.check(opened, link)
    const isSeen = await store.findSeen(ctx, viewerOf(row), chat.externalId)
    // The same words for every chat, so that only members learn where the bot is.
    if (account.shared && !isSeen) throw invalid('link', NOT_PROVED)
    if (chat.lost) throw invalid('link', `${chat.reason} Check the link.`)
    await ctx.accountWatcher.chatEvent(ctx, row.accountId, { kind: 'chat', chat })
    if (!chat.topicId) return
    const topic = { id: chat.topicId }
    const { externalId } = chat
    return ctx.accountWatcher.chatEvent(ctx, row.accountId, { kind: 'topic', externalId, topic })
  }
  if (channel.pairing.token) await renewIdentity(ctx, opened, channel.pairing.token)
  const listed = channel.list ? await listHere(ctx, channel, opened) : checked()
  for await (const chat of listed) {
    await ctx.accountWatcher.chatEvent(ctx, row.accountId, { kind: 'chat', chat })
  }

  /** Where a network lists no chats, the first of those that are known are asked for one by one. */
  async function* checked() {
    for (const { externalId } of (await listChats(ctx, row)).slice(0, CHECKED_MAX)) {
      yield await channel.check(opened, externalId)
    }
  }
}

/** All chats. Empty if another process has the session that is needed to ask; that process then reports them. */
async function listHere(ctx: Context, channel: Channel, opened: ChannelAccount) {
  try {
    return await channel.list!(opened)
  } catch (error) {
    const isElsewhere = error instanceof AppError && error.code === 'unavailable'
    if (!isElsewhere || !channel.capabilities.needsSessionToSend) throw error
    await askForChats(ctx, opened.id)
    return []
  }
}

const NOT_PROVED =
  'This group is not one of yours yet. Add the bot to the group with your invite link: that proves it is yours.'

/** The network refused a message because of the chat. Its other fields do not change. */
export async function forbidChat(
  ctx: Context,
  tx: Tx,
  { accountId, externalId }: { accountId: string; externalId: string },
  reason: string,
): Promise<void> {
  await store.forbid(tx, ctx.clock.now(), accountId, externalId, reason)
  await tellViewers(ctx, tx, accountId, externalId)
}

/** The stored chat of an account, also if it was lost. */
export const findChat = (ctx: Reading, accountId: string, externalId: string) =>
  store.find(ctx, accountId, externalId)

/** The chat, if this connection may see it. */
export const seenChat = (ctx: Reading, viewer: store.Viewer, externalId: string) =>
  store.findSeen(ctx, viewer, externalId)

export const viewerOf = (row: ConnectionRow): store.Viewer => ({
  id: row.id,
  accountId: row.accountId,
  shared: row.account.shared,
  tokenShown: showsToken(row),
})

/** Who we are may have changed as well; a token that is refused ends the connection, in words. */
async function renewIdentity(ctx: Context, opened: ChannelAccount, pairing: TokenPairing) {
  try {
    const identity = await pairing.identify(opened.credentials)
    await ctx.transaction((tx) => renameAccount(ctx, tx, opened.id, identity))
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid') throw error
    await ctx.transaction((tx) =>
      loseAccount(ctx, tx, opened.id, 'unauthorized', error.message, opened.credentials),
    )
  }
}

async function tellViewers(ctx: Context, tx: Tx, accountId: string, externalId: string) {
  await publishConnections(ctx, tx, await store.viewersOf(tx, accountId, externalId))
}
