import { channelFacts } from '@carillon/contract/channels'
import type { ChannelKind } from '@carillon/contract/config'
import type { Channel } from '../channels/port.ts'
import type { ChannelAccount, Identity } from '../channels/port/account.ts'
import type { TokenPairing } from '../channels/port/pairing.ts'
import type { Context, Reading, Tx } from '../platform/context.ts'
import { AppError, invalid } from '../platform/errors.ts'
import { linkedSince } from './allowance.ts'
import { outageAfter } from './rules.ts'
import { forgetAtChannel, sealContext, withCredentials } from './credentials.ts'
import { announceReturn, announceAccountChange } from './news.ts'
import * as owners from './owners-store.ts'
import * as store from './store.ts'

export {
  eraseAccount,
  forgetAccount,
  giveUpAccount,
  handleEvent,
  loseAccount,
  noteStatus,
  pauseAccountUntil,
} from './status.ts'
export { dayLater, daysBetween, readAllowances, type DayAllowance } from './allowance.ts'

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
 * Makes the account that this token belongs to, or gives it this one as its newest. The watchers of the
 * account are informed that it is connected. Throws AppError `conflict` when another token was stored while the
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
  // An account that was forgotten meanwhile, and made anew here, has had no token yet.
  const isAnother = tokenVersion > 0 && tokenVersion !== versionBefore
  if (tokenChanged && versionBefore !== undefined && isAnother) {
    throw new AppError('conflict', 'The token of this bot was changed just now. Try again.')
  }
  if (tokenChanged) await forgetAtChannel(ctx, tx, known)
  const { traits = {}, ...names } = identity
  const linkedAt = linkedSince(known, now)
  const outage = outageAfter({ ...known, linkedAt }, status, now)
  const account = await store.update(tx, now, id, {
    ...names,
    traits: JSON.stringify(traits),
    shared: known.shared || options.shared === true,
    credentials: ctx.secrets.seal(token, sealContext(id)),
    ...(tokenChanged ? { tokenVersion: tokenVersion + 1, tokenChangedAt: now } : {}),
    status,
    reason: null,
    restrictedUntil: null,
    linkedAt,
    ...outage,
    ...(known.status === status ? {} : { since: now }),
  })
  await announceAccountChange(ctx, tx, id)
  if (status === 'connected') await announceReturn(ctx, tx, id, outage)
  return { account, tokenChanged }
}

/** Creates an account for a pairing; its identity is not known yet. */
export function beginAccount(ctx: Context, tx: Tx, channel: ChannelKind) {
  const id = ctx.ids.next()
  const { network } = channelFacts[channel]
  const nobody = { externalId: unknownId(id), identity: '', username: '', name: network }
  return store.insertOrLock(tx, ctx.clock.now(), id, channel, nobody)
}

/** Whether the identity of the account is not known yet. */
export const isUnknown = ({ id, externalId }: { id: string; externalId: string }) =>
  externalId === unknownId(id)

const unknownId = (id: string) => `pairing:${id}`

/** Removes the account of a pairing, because the paired one has a row already. */
export const dropAccount = (tx: Tx, id: string) =>
  store.remove(tx, { id, externalId: unknownId(id) })

/** Whether this is the token that the account has. */
export function holdsToken(ctx: Context, account: store.AccountRow, token: string): boolean {
  if (!account.credentials) return false
  try {
    return withCredentials(ctx, account, account.credentials).credentials === token
  } catch {
    // Its key is lost: the stored token is unknown, so this one counts as another.
    return false
  }
}

/** Whether the account with this identity has these credentials now. */
export async function isConnectedBy(
  ctx: Context,
  channel: ChannelKind,
  { token, identity }: AcceptedToken,
): Promise<boolean> {
  const account = await store.findByIdentity(ctx, channel, identity.externalId)
  return account !== undefined && holdsToken(ctx, account, token)
}

/** The account as adapters see it. Throws AppError `conflict` when it has no credentials any more. */
export async function openAccount(ctx: Context, id: string): Promise<ChannelAccount> {
  const account = await store.find(ctx, id)
  if (!account?.credentials) {
    throw new AppError('conflict', 'This account must be connected again.')
  }
  return withCredentials(ctx, account, account.credentials)
}

/** The credentials of all accounts of a channel. Throws when some cannot be opened here. */
export const allCredentials = async (ctx: Context, channel: ChannelKind): Promise<string[]> =>
  (await store.listCredentials(ctx, channel)).map(({ id, credentials }) =>
    ctx.secrets.open(credentials, sealContext(id)),
  )

/** The channel of an account. Throws when this server does not offer it any more. */
export function channelOf(ctx: Context, kind: ChannelKind): Channel {
  const channel = ctx.channels.get(kind)
  if (!channel) throw new AppError('unavailable', 'This server does not offer this channel.')
  return channel
}

/** The account that the operator offers to all users, once its identity is known. */
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

/** Stores the account's new name at the network. */
export async function renameAccount(
  ctx: Context,
  tx: Tx,
  id: string,
  { identity, username, name }: Identity,
): Promise<void> {
  const account = await store.lock(tx, id)
  if (!account || (account.identity === identity && account.name === name)) return
  await store.update(tx, ctx.clock.now(), id, { identity, username, name })
  await announceAccountChange(ctx, tx, id)
}

/**
 * Asks the process with the session of an account, perhaps another one, to emit its chats again. For networks whose
 * chats are read only through the session.
 */
export const askForChats = (ctx: Context, id: string): Promise<void> =>
  ctx.transaction((tx) => tx.wake('chats', id))

/**
 * Locks the account against being claimed, and returns whether it is still owned with this epoch: asked
 * first by whatever an owner changes.
 */
export const stillOwned = (tx: Tx, owned: { id: string; epoch: number }): Promise<boolean> =>
  owners.lockOwned(tx, owned)
