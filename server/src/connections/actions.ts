import { channelFacts } from '@carillon/contract/channels'
import type { createConnection, pairConnection } from '@carillon/contract/connections'
import type { ParsedOf } from '@carillon/contract/endpoint'
import {
  channelOf,
  connectAccount,
  identifyToken,
  lockAccount,
  sharedAccount,
  tokenPairingOf,
  type ConnectedAccount,
  eraseAccount,
  forgetAccount,
} from '../accounts/actions.ts'
import type { AccountBack, LostAccount } from '../accounts/port.ts'
import { isLive } from '../accounts/rules.ts'
import type { Channel } from '../channels/port.ts'
import { readOutageEffect } from './outages-store.ts'
import { notify, settleAll } from '../notifications/actions.ts'
import { instant } from '../platform/clock.ts'
import type { Context, Reading, Tx, UserContext } from '../platform/context.ts'
import type { JobData } from '../platform/jobs/jobs.ts'
import { AppError, invalid, notFound } from '../platform/errors.ts'
import { requireUnderServerLimit } from '../tiers/actions.ts'
import { removeChats } from './chats-store.ts'
import { withHealth } from './health.ts'
import { issueCode, withdrawCode } from './link-codes.ts'
import { publishConnections } from './news.ts'
import { presentStatus } from './present.ts'
import { showsToken } from './rules.ts'
import { noteShown } from './shown.ts'
import { connectInSteps, endPairing, hasSteps, pairInSteps } from './steps.ts'
import * as holders from './token-holders-store.ts'
import * as store from './store.ts'
import { DISCONNECTED, noticeOfLoss, noticeOfReturn, tokenChanged, tooMany } from './words.ts'

// The functions about chats and link codes that other rooms need; they may import only this file.
export {
  findChat,
  forbidChat,
  learnTopic,
  moveChat,
  noteChat,
  renameChat,
  seenChat,
  viewerOf,
} from './chats.ts'
export type { SeenChat, ReportedTopic } from './chats.ts'
export { setIdle, unlinkIdle } from './idle.ts'
export { forgetOrphans } from './orphans.ts'
export { findCode, holderOf, refuseCode, takeOwnCode, useCode } from './link-codes.ts'
export type { CodeRefusal } from './link-code-rules.ts'
export { publishConnections } from './news.ts'
export type { ConnectionRow } from './store.ts'

type Wish = ParsedOf<typeof createConnection>['body']

/**
 * Connects an account: with a token the bot of the user, without one the bot of the operator. Both begin with an
 * invite link. If accounts are paired in steps, a live event has the first step.
 */
export async function connect(ctx: UserContext, wish: Wish) {
  const { channel: kind, token } = wish
  const channel = requireOffered(ctx, kind)
  if (!token && hasSteps(channel)) {
    return getConnection(ctx, await connectInSteps(ctx, channel, wish))
  }
  const id = token ? await connectOwn(ctx, channel, token) : await connectShared(ctx, channel)
  return getConnection(ctx, id)
}

export const listConnections = async (ctx: UserContext) =>
  withHealth(ctx, ctx, await store.list(ctx, ctx.user.id))

/** Throws `not_found` if it was removed or belongs to another user. */
export async function getConnection(ctx: UserContext, id: string): Promise<store.ConnectionRow> {
  const row = await store.find(ctx, id, ctx.user.id)
  if (!row) throw notFound('connection')
  return (await withHealth(ctx, ctx, [row]))[0]!
}

type Step = ParsedOf<typeof pairConnection>['body']

/** The next step of a pairing: a new link or code, none any more, the bot's current token, or an answer. */
export async function pair(ctx: UserContext, id: string, step: Step) {
  const row = await getConnection(ctx, id)
  if (hasSteps(channelOf(ctx, row.account.channel))) {
    await pairInSteps(ctx, row, step)
    return getConnection(ctx, id)
  }
  if (step.token) await renewToken(ctx, row, step.token)
  const connection = await getConnection(ctx, id)
  if (step.refresh && !isLive(connection.account.status)) {
    const { account, network } = channelFacts[connection.account.channel]
    const reason = `Connect this ${account} again first: ${network} refuses its token.`
    throw new AppError('conflict', reason)
  }
  if (step.refresh && !showsToken(connection)) {
    throw new AppError('conflict', tokenChanged(connection.account))
  }
  await ctx.transaction(async (tx) => {
    await lockMine(ctx, tx, id)
    if (step.cancel) await withdrawCode(tx, id)
    else if (step.refresh) await issueCode(ctx, tx, id)
    await publishConnections(ctx, tx, [id])
  })
  return getConnection(ctx, id)
}

/** Disconnects. What was sent stays in its groups; an own bot that nobody else uses loses its token here. */
export async function disconnect(ctx: UserContext, id: string): Promise<void> {
  const { accountId } = await getConnection(ctx, id)
  await ctx.transaction(async (tx) => {
    // Account, chat, connection, group, user: all lock in this order, so that none wait in a circle.
    await lockAccount(tx, accountId)
    const { rev } = await lockMine(ctx, tx, id)
    await store.markRemoved(tx, ctx.clock.now(), id)
    await settleAll(ctx, tx, [{ userId: ctx.user.id, about: accountId, message: DISCONNECTED }])
    await endPairing(tx, id)
    await ctx.connectionRemoved(ctx, tx, id)
    if (!(await holders.hasConnections(tx, accountId))) await forgetAccount(ctx, tx, accountId)
    await tx.publish({ kind: 'connection.deleted', userId: ctx.user.id, id, rev: rev + 1 })
  })
}

/** An account changed: whoever is connected to it learns of it. */
export async function accountChanged(ctx: Context, tx: Tx, accountId: string): Promise<void> {
  await publishConnections(ctx, tx, await holders.connectionIdsOf(tx, accountId))
}

/** Notifies all users of an account that can no longer send, with what to do. */
export async function accountLost(ctx: Context, tx: Tx, lost: LostAccount): Promise<void> {
  const account = await lockAccount(tx, lost.id)
  if (!account) return
  await notify(ctx, tx, await holders.usersOfAccount(tx, lost.id), noticeOfLoss(account, lost))
}

declare module '../platform/jobs/jobs.ts' {
  interface JobData {
    /** An account is connected again: notifies its users with an id after `afterUser`, in slices. */
    'connections.back': { id: string; from: string; until: string; afterUser: string }
  }
}

/**
 * How many users of an account are notified in one transaction; for each, up to some thousand deliveries are counted.
 */
const TOLD_AT_ONCE = 20

/**
 * Notifies the users of an account that is connected again, if the outage affected their messages or if they had to
 * connect it again: one notification for each outage. If there are many users, a job notifies the others.
 */
export async function accountBack(
  ctx: Context,
  tx: Tx,
  { id, from, until }: AccountBack,
  afterUser = '',
): Promise<void> {
  const account = await lockAccount(tx, id)
  const channel = account && ctx.channels.get(account.channel)
  if (!channel) return
  const isAnew = account.tokenChangedAt !== null && account.tokenChangedAt >= from
  // On other channels, messages were sent during the outage too.
  if (!isAnew && !channel.capabilities.needsSessionToSend) return
  const all = (await holders.usersOfAccount(tx, id)).toSorted()
  const left = all.filter((userId) => userId > afterUser)
  const now = left.slice(0, TOLD_AT_ONCE)
  for (const userId of now) {
    const effect = await readOutageEffect(tx, userId, ctx.clock.now(), {
      accountId: id,
      from,
      until,
    })
    if (!isAnew && effect.late + effect.skipped + effect.failed === 0) continue
    const awayMs = until.getTime() - from.getTime()
    await notify(ctx, tx, [userId], noticeOfReturn(account, effect, awayMs))
  }
  if (now.length === left.length) return
  const outage = { from: from.toISOString(), until: until.toISOString() }
  await tx.enqueue('connections.back', { id, ...outage, afterUser: now.at(-1)! })
}

/** Continues with the users who were not notified yet that an account is connected again. */
export const announceReturnSlice = (
  ctx: Context,
  { id, from, until, afterUser }: JobData['connections.back'],
): Promise<void> =>
  ctx.transaction((tx) =>
    accountBack(ctx, tx, { id, from: instant(from), until: instant(until) }, afterUser),
  )

/** The live event with the current state of a connection; undefined if it does not exist any more. */
export async function connectionEvent(ctx: Context, userId: string, id: string) {
  const channel = await store.findChannel(ctx, id)
  if (!channel) return undefined
  const row = await store.find(ctx, id, userId)
  const [shown] = await withHealth(ctx, ctx, row ? [row] : [])
  const payload = presentStatus(ctx, id, shown)
  return { kind: channelFacts[channel].statusEvent, payload }
}

/** The connections in the export of a user, and their deletion. Own bots that nobody else uses lose their name. */
export const connectionData = {
  name: 'connections',
  async *export(ctx: Reading, userId: string) {
    yield (await store.list(ctx, userId)).map(({ id, createdAt, consentedAt, account }) => ({
      id,
      channel: account.channel,
      identity: account.identity,
      name: account.name,
      connectedAt: createdAt.toISOString(),
      ...(consentedAt ? { consentedAt: consentedAt.toISOString() } : {}),
    }))
  },
  async leave(ctx: Context, tx: Tx, userId: string) {
    for (const id of await holders.accountsHeldOnlyBy(tx, userId)) await forgetAccount(ctx, tx, id)
    for (const id of await holders.accountsOnlyOf(tx, userId)) {
      await removeChats(tx, id)
      await eraseAccount(ctx, tx, id)
    }
    await store.markAllRemoved(tx, ctx.clock.now(), userId)
  },
}

async function connectOwn(ctx: UserContext, channel: Channel, token: string): Promise<string> {
  const accepted = await identifyToken(ctx, channel, token)
  return ctx.transaction(async (tx) => {
    const connected = await connectAccount(ctx, tx, channel.kind, accepted)
    const id = await begin(ctx, tx, connected.account)
    await noteShown(ctx, tx, id, connected)
    return id
  })
}

async function connectShared(ctx: UserContext, channel: Channel): Promise<string> {
  const facts = channelFacts[channel.kind]
  if (!tokenPairingOf(channel).operator?.read(ctx.config).token) {
    const reason = `This server has no ${facts.account} of its own. Paste the token of your ${facts.account}.`
    throw invalid('token', reason)
  }
  const account = await sharedAccount(ctx, channel)
  if (!account || !isLive(account.status)) {
    throw new AppError(
      'unavailable',
      account?.reason ?? `${facts.network} cannot be reached now. Try again in a moment.`,
      { retryAfter: 30 },
    )
  }
  return ctx.transaction((tx) => begin(ctx, tx, account))
}

async function begin(
  ctx: UserContext,
  tx: Tx,
  { id: accountId, tokenVersion }: ConnectedAccount['account'],
): Promise<string> {
  const userId = ctx.user.id
  const row = { id: ctx.ids.next(), userId, accountId, tokenVersion }
  if (!(await store.findOfAccount(tx, userId, accountId))) {
    await requireUnderServerLimit(ctx, tx, userId, 'connections', {
      count: () => store.count(tx, userId),
      words: tooMany,
    })
  }
  const id = await store.insertOrFind(tx, ctx.clock.now(), row)
  await issueCode(ctx, tx, id)
  await publishConnections(ctx, tx, [id])
  return id
}

async function renewToken(ctx: UserContext, { id, account }: store.ConnectionRow, token: string) {
  const accepted = await identifyToken(ctx, channelOf(ctx, account.channel), token)
  const { identity } = accepted
  if (identity.externalId !== account.externalId) {
    throw invalid(
      'token',
      `This token is of ${identity.identity}, but this connection is for ${account.identity}. To use ${identity.identity}, connect it as a new bot.`,
    )
  }
  await ctx.transaction(async (tx) => {
    const connected = await connectAccount(ctx, tx, account.channel, accepted)
    await lockMine(ctx, tx, id)
    await noteShown(ctx, tx, id, connected)
  })
}

async function lockMine(ctx: UserContext, tx: Tx, id: string) {
  const row = await store.lock(tx, id, ctx.user.id)
  if (!row) throw notFound('connection')
  return row
}

function requireOffered(ctx: Context, kind: Wish['channel']): Channel {
  const channel = ctx.channels.get(kind)
  if (!channel) throw invalid('channel', 'This server cannot connect accounts of this kind.')
  return channel
}
