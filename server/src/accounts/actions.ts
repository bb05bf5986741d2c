import { channelFacts } from '@carillon/contract/channels'
import type { ChannelKind } from '@carillon/contract/config'
import type { Channel } from '../channels/port.ts'
import type { ChannelAccount, Identity } from '../channels/port/account.ts'
import type { ChannelEvent } from '../channels/port/receiving.ts'
import type { AccountLostCode } from '../channels/port/sending.ts'
import type { TokenPairing } from '../channels/port/pairing.ts'
import type { Context, Reading, Tx } from '../platform/context.ts'
import { AppError, invalid } from '../platform/errors.ts'
import { isLive, statusAfterLoss, type AccountStatus } from './rules.ts'
import * as store from './store.ts'

/**
 * Credentials that the network accepted, such as a token. `versionBefore`: how many its account had had before
 * the network was asked; left out for those that it has only just made, which are the newest.
 */
export type AcceptedToken = { token: string; identity: Identity; versionBefore?: number }

/** Throws AppError `invalid` when accounts of this channel are not connected by a token. */
export function tokenPairingOf({ kind, pairing }: Channel): TokenPairing {
  if (!pairing.token) throw invalid('channel', `${channelFacts[kind].network} knows no tokens.`)
  return pairing.token
}

/** Asks the network whose token this is. Throws AppError `invalid` (path `token`) when it is nobody's. */
export async function identifyToken(
  ctx: Context,
  channel: Channel,
  token: string,
): Promise<AcceptedToken> {
  const pairing = tokenPairingOf(channel)
  // Read before the network is asked: whatever token is stored after this may be newer than this one.
  const known = await store.findByIdentity(ctx, channel.kind, pairing.accountIdIn(token))
  const identity = await pairing.identify(token)
  return { token, identity, versionBefore: known?.tokenVersion ?? 0 }
}

export type ConnectedAccount = { account: store.AccountRow; tokenChanged: boolean }

/**
 * Makes the account that this token belongs to, or gives it this one as its newest. What knows of the
 * account learns that it is connected. Throws AppError `conflict` when another token was stored while the
 * network was asked about this one: only the network knows which of the two is the newer, and it refuses
 * the older when it is asked again.
 */
export async function connectAccount(
  ctx: Context,
  tx: Tx,
  channel: ChannelKind,
  { token, identity, versionBefore }: AcceptedToken,
  options: { shared?: boolean; status?: 'connected' | 'reconnecting' } = {},
): Promise<ConnectedAccount> {
  const now = ctx.clock.now()
  const { status = 'connected' } = options
  const known = await store.insertOrLock(tx, now, ctx.ids.next(), channel, identity)
  const { id, tokenVersion } = known
  const tokenChanged = !holdsToken(ctx, known, token)
  if (tokenChanged && versionBefore !== undefined && tokenVersion !== versionBefore) {
    throw new AppError('conflict', 'The token of this bot was changed just now. Try again.')
  }
  if (tokenChanged) await forgetKept(ctx, tx, known)
  const { traits = {}, ...names } = identity
  const account = await store.update(tx, now, id, {
    ...names,
    traits: JSON.stringify(traits),
    shared: known.shared || options.shared === true,
    credentials: ctx.secrets.seal(token, placeOf(id)),
    ...(tokenChanged ? { tokenVersion: tokenVersion + 1, tokenChangedAt: now } : {}),
    status,
    reason: null,
    ...(known.status === status ? {} : { since: now }),
  })
  await changed(ctx, tx, id)
  return { account, tokenChanged }
}

/** An account that a pairing is to find: nobody knows yet whose it is. */
export function beginAccount(ctx: Context, tx: Tx, channel: ChannelKind) {
  const id = ctx.ids.next()
  const { network } = channelFacts[channel]
  const nobody = { externalId: unknownId(id), identity: '', username: '', name: network }
  return store.insertOrLock(tx, ctx.clock.now(), id, channel, nobody)
}

/** Whether nobody knows yet whose account it is. */
export const isUnknown = ({ id, externalId }: { id: string; externalId: string }) =>
  externalId === unknownId(id)

const unknownId = (id: string) => `pairing:${id}`

/** The account that a pairing was to find is another one: this one is not needed. */
export const dropAccount = (tx: Tx, id: string) =>
  store.remove(tx, { id, externalId: unknownId(id) })

/** Whether this is the token that the account has. */
export function holdsToken(ctx: Context, account: store.AccountRow, token: string): boolean {
  if (!account.credentials) return false
  try {
    return opened(ctx, account, account.credentials).credentials === token
  } catch {
    // Its key is lost: nobody knows which token it is, so this one counts as another.
    return false
  }
}

/** The account as adapters see it. Throws AppError `conflict` when it has no credentials any more. */
export async function openAccount(ctx: Context, id: string): Promise<ChannelAccount> {
  const account = await store.find(ctx, id)
  if (!account?.credentials) {
    throw new AppError('conflict', 'This account must be connected again.')
  }
  return opened(ctx, account, account.credentials)
}

/** What holds for an account of this row, its credentials opened. */
export function opened(ctx: Context, account: store.AccountRow, sealed: Buffer): ChannelAccount {
  const { id, externalId, identity, username, name, traits, updateOffset } = account
  const credentials = ctx.secrets.open(sealed, placeOf(id))
  return { id, externalId, identity, username, name, traits, updateOffset, credentials }
}

/** The channel of an account. Throws when this server does not offer it any more. */
export function channelOf(ctx: Context, kind: ChannelKind): Channel {
  const channel = ctx.channels.get(kind)
  if (!channel) throw new AppError('unavailable', 'This server does not offer this channel.')
  return channel
}

/** The account that the operator offers to all users, once the network has told who it is. */
export async function sharedAccount(
  ctx: Reading & Pick<Context, 'config'>,
  { kind, pairing: { token: pairing } }: Channel,
): Promise<store.AccountRow | undefined> {
  const token = pairing?.operator?.read(ctx.config).token
  if (!pairing || !token) return undefined
  const account = await store.findByIdentity(ctx, kind, pairing.accountIdIn(token))
  return account?.shared ? account : undefined
}

/** The operator's accounts whose tokens the settings of this process hold, as the network knows them. */
export const sharedAccountsOf = ({ channels, config }: Pick<Context, 'channels' | 'config'>) =>
  [...channels.values()].flatMap(({ kind, pairing: { token: pairing } }) => {
    const token = pairing?.operator?.read(config).token
    return pairing && token ? [sharedAccountName(kind, pairing.accountIdIn(token))] : []
  })

export const sharedAccountName = (channel: ChannelKind, externalId: string) =>
  `${channel}:${externalId}`

/** Holds the account until the transaction ends. Lock order: the account before everything else. */
export const lockAccount = (tx: Tx, id: string) => store.lock(tx, id)

export const findAccount = (ctx: Reading, id: string) => store.find(ctx, id)

/** The network calls the account something else now. */
export async function renameAccount(
  ctx: Context,
  tx: Tx,
  id: string,
  { identity, username, name }: Identity,
): Promise<void> {
  const account = await store.lock(tx, id)
  if (!account || (account.identity === identity && account.name === name)) return
  await store.update(tx, ctx.clock.now(), id, { identity, username, name })
  await changed(ctx, tx, id)
}

/**
 * What an account's network told: its own state is noted here, the rest goes to who knows about chats. A session of an
 * owner has its epoch: what a former owner hears of its session says nothing about the session of the present one.
 */
export async function handleEvent(
  ctx: Context,
  { id, epoch }: { id: string; epoch?: number },
  event: ChannelEvent,
  credentials?: string,
): Promise<void> {
  const noteOwned = (note: (tx: Tx) => Promise<void>) =>
    ctx.transaction(async (tx) => {
      if (epoch === undefined || (await store.lockOwned(tx, { id, epoch }))) await note(tx)
    })
  switch (event.kind) {
    case 'status':
      return noteOwned((tx) => noteStatus(ctx, tx, id, event.status, event.reason))
    case 'accountLost': {
      const { code, reason } = event
      return noteOwned((tx) => loseAccount(ctx, tx, id, code, reason, credentials))
    }
    default:
      return ctx.accountWatcher.chatEvent(ctx, id, event)
  }
}

/** Notes how a live account is doing. One that was lost or forgotten meanwhile stays so. */
export async function noteStatus(
  ctx: Context,
  tx: Tx,
  id: string,
  status: 'connected' | 'reconnecting' | 'restricted',
  reason?: string,
): Promise<void> {
  const account = await store.lock(tx, id)
  if (!account?.credentials || !isLive(account.status)) return
  if (account.status === status && account.reason === (reason ?? null)) return
  await setStatus(ctx, tx, account, status, reason ?? null)
}

/**
 * The network refuses the account: everybody connected to it learns why, and what to do. `refused`
 * names the credentials that it refused; when they have been replaced meanwhile, nothing was lost.
 */
export async function loseAccount(
  ctx: Context,
  tx: Tx,
  id: string,
  code: AccountLostCode,
  reason: string,
  refused?: string,
): Promise<void> {
  const account = await store.lock(tx, id)
  if (!account?.credentials || !isLive(account.status)) return
  if (refused && opened(ctx, account, account.credentials).credentials !== refused) return
  await setStatus(ctx, tx, account, statusAfterLoss(code), reason)
}

/** Nobody is connected to it any more: it lets go of the credentials, and its session closes. */
export async function forgetAccount(ctx: Context, tx: Tx, id: string): Promise<void> {
  const account = await store.lock(tx, id)
  if (!account || account.shared) return
  await forgetKept(ctx, tx, account)
  await store.update(tx, ctx.clock.now(), id, { credentials: null, hookHash: null })
  await setStatus(ctx, tx, account, 'needs_pairing', null)
}

/** An account lets go of its credentials, and its users learn why: they can connect it again. */
export async function giveUpAccount(
  ctx: Context,
  tx: Tx,
  id: string,
  reason: string,
): Promise<void> {
  const account = await store.lock(tx, id)
  if (!account?.credentials || account.shared) return
  await forgetKept(ctx, tx, account)
  await store.update(tx, ctx.clock.now(), id, { credentials: null, hookHash: null })
  await setStatus(ctx, tx, account, 'needs_pairing', reason)
}

/** What a channel keeps beside credentials goes with them. */
async function forgetKept(ctx: Context, tx: Tx, account: store.AccountRow): Promise<void> {
  const forget = ctx.channels.get(account.channel)?.forget
  if (!account.credentials || !forget) return
  let credentials: string
  try {
    credentials = opened(ctx, account, account.credentials).credentials
  } catch {
    // The key that sealed them is lost, and so is all that they open.
    return
  }
  await forget(tx, credentials)
}

/**
 * Asks whoever has the session of an account to tell its chats again, where the network is asked through that
 * alone: it may be in another process. They are told as all chats are.
 */
export const askForChats = (ctx: Context, id: string): Promise<void> =>
  ctx.transaction((tx) => tx.wake('chats', id))

/** Removes everything that identifies the bot. The row stays as long as deliveries refer to it. */
export async function eraseAccount(ctx: Context, tx: Tx, id: string): Promise<void> {
  await forgetAccount(ctx, tx, id)
  const nobody = { externalId: `erased:${id}`, identity: '', username: '', name: '' }
  await store.update(tx, ctx.clock.now(), id, nobody)
}

/**
 * Nothing is sent through the account before this instant: a flood wait of the whole account. Whoever
 * carries it is told: it may be another process than the one that learned of it.
 */
export async function pauseAccountUntil(
  ctx: Context,
  tx: Tx,
  id: string,
  until: Date,
): Promise<void> {
  await store.pause(tx, ctx.clock.now(), id, until)
  await tx.wake('accounts', id)
}

async function setStatus(
  ctx: Context,
  tx: Tx,
  account: store.AccountRow,
  status: AccountStatus,
  reason: string | null,
) {
  const now = ctx.clock.now()
  await store.update(tx, now, account.id, {
    status,
    reason,
    ...(status === account.status ? {} : { since: now }),
  })
  await changed(ctx, tx, account.id)
  if (status === account.status || status === 'connected' || status === 'reconnecting') return
  // Without a reason nobody lost it: its users have left.
  if (reason) await ctx.accountWatcher.lost(ctx, tx, { id: account.id, status, reason })
}

async function changed(ctx: Context, tx: Tx, id: string) {
  await ctx.accountWatcher.changed(ctx, tx, id)
  await tx.wake('accounts', id)
}

const placeOf = (id: string) => `accounts.credentials:${id}`

/**
 * Locks the account against being claimed, and answers whether it is still owned with this epoch: asked
 * first by whatever an owner changes.
 */
export const stillOwned = (tx: Tx, owned: { id: string; epoch: number }): Promise<boolean> =>
  store.lockOwned(tx, owned)
