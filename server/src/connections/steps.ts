import { channelFacts } from '@carillon/contract/channels'
import type { ChannelKind } from '@carillon/contract/config'
import type { createConnection, pairConnection } from '@carillon/contract/connections'
import type { ParsedOf } from '@carillon/contract/endpoint'
import { beginAccount, channelOf } from '../accounts/actions.ts'
import { isLive } from '../accounts/rules.ts'
import type { Channel } from '../channels/port.ts'
import type { PairingInput, PairingWay } from '../channels/port/pairing.ts'
import type { Tx, UserContext } from '../platform/context.ts'
import { AppError, invalid, notFound } from '../platform/errors.ts'
import { lockUser, requireChannel, requireUnderServerLimit } from '../tiers/actions.ts'
import { publishConnections } from './news.ts'
import { beginPairing, lookAtPairing, type Begun } from './pairing-session.ts'
import * as pairings from './pairings-store.ts'
import { showsToken } from './rules.ts'
import * as store from './store.ts'
import { consentMissing, tooMany } from './words.ts'

type Wish = ParsedOf<typeof createConnection>['body']
type Step = ParsedOf<typeof pairConnection>['body']

export type SteppedChannel = Parameters<typeof beginPairing>[1]

/** Whether accounts of this channel are paired in steps. */
export const hasSteps = (channel: Channel): channel is SteppedChannel =>
  channel.pairing.steps !== undefined

/** Begins a pairing in steps with a connection of its own. An unfinished one is begun again. */
export async function connectInSteps(
  ctx: UserContext,
  channel: SteppedChannel,
  { method, phone, consent }: Wish,
): Promise<string> {
  await requireChannel(ctx, ctx.user.id, channel.kind)
  const { asksConsent } = channelFacts[channel.kind]
  if (asksConsent && !consent) throw invalid('consent', consentMissing(channel.kind))
  const begun = await beginPairing(ctx, channel, { way: wayOf(channel, method), phone })
  return startAfter(begun, () =>
    ctx.transaction(async (tx) => {
      const id = await unpaired(ctx, tx, channel.kind)
      if (asksConsent) await pairings.setConsent(tx, id, ctx.clock.now())
      return attachPairing(ctx, tx, id, begun)
    }),
  )
}

/** Continues a pairing in steps: with a new code, with an input of the user, or by canceling it. */
export async function pairInSteps(
  ctx: UserContext,
  connection: store.ConnectionRow,
  step: Step,
): Promise<void> {
  const { id } = connection
  if (step.cancel) {
    await ctx.transaction(async (tx) => {
      if (!(await store.lock(tx, id, ctx.user.id))) throw notFound('connection')
      await endPairing(tx, id)
      await store.setNote(tx, id, null)
      await publishConnections(ctx, tx, [id])
    })
    return lookAtPairing(ctx, id)
  }
  if (step.refresh) return beginAgain(ctx, connection, step)
  return give(ctx, id, inputOf(step))
}

/** Ends the pairing, so that its step is no longer shown, and wakes the process that has the session. */
export async function endPairing(tx: Tx, connectionId: string): Promise<void> {
  await pairings.endAny(tx, connectionId)
  await tx.wake('pairings', connectionId)
}

async function beginAgain(
  ctx: UserContext,
  connection: store.ConnectionRow,
  { method, phone }: Step,
): Promise<void> {
  const { id, account } = connection
  const channel = channelOf(ctx, account.channel)
  if (!hasSteps(channel)) throw invalid('refresh', 'This connection is not paired in steps.')
  await requireChannel(ctx, ctx.user.id, channel.kind)
  if (isLive(account.status) && showsToken(connection)) {
    throw new AppError('conflict', `This ${channelFacts[channel.kind].account} is connected.`)
  }
  const begun = await beginPairing(ctx, channel, { way: wayOf(channel, method), phone })
  await startAfter(begun, () =>
    ctx.transaction(async (tx) => {
      if (!(await store.lock(tx, id, ctx.user.id))) throw notFound('connection')
      return attachPairing(ctx, tx, id, begun)
    }),
  )
}

/** Starts the session after `save` has created its connection. If that fails, the session ends. */
async function startAfter(begun: Begun, save: () => Promise<string>): Promise<string> {
  try {
    const id = await save()
    begun.run(id)
    return id
  } catch (error) {
    await begun.close()
    throw error
  }
}

async function attachPairing(ctx: UserContext, tx: Tx, id: string, begun: Begun): Promise<string> {
  await begun.attach(tx, id)
  await tx.wake('pairings', id)
  await publishConnections(ctx, tx, [id])
  return id
}

/** The user's connection to an account that nobody has been paired with yet: one of each channel is enough. */
async function unpaired(ctx: UserContext, tx: Tx, kind: ChannelKind): Promise<string> {
  const userId = ctx.user.id
  await lockUser(tx, userId)
  const known = await pairings.findUnpaired(tx, userId, kind)
  if (known) return known
  await requireUnderServerLimit(ctx, tx, userId, 'connections', {
    count: () => store.count(tx, userId),
    words: tooMany,
  })
  const { id: accountId, tokenVersion } = await beginAccount(ctx, tx, kind)
  const row = { id: ctx.ids.next(), userId, accountId, tokenVersion }
  return store.insertOrFind(tx, ctx.clock.now(), row)
}

async function give(ctx: UserContext, id: string, input: PairingInput): Promise<void> {
  const row = await pairings.find(ctx, id)
  const open = ctx.openPairings.get(id)
  if (!row || open?.attempt !== row.attempt || row.expiresAt <= ctx.clock.now()) {
    throw new AppError('conflict', 'This pairing is over. Begin again.')
  }
  await open.session.give(input)
}

function inputOf({ phone, code, password }: Step): PairingInput {
  if (phone) return { kind: 'phone', phone }
  if (code) return { kind: 'code', code }
  if (password) return { kind: 'password', password }
  throw new AppError('invalid', 'Say what comes next: refresh, cancel, phone, code or password.')
}

/** The way that the user chose; throws AppError `invalid` (path `method`) for one that the network lacks. */
function wayOf(channel: SteppedChannel, method: Wish['method']): PairingWay {
  const { ways } = channel.pairing.steps
  const way = method ? ({ qr: 'qr', code: 'phone' } as const)[method] : ways[0]!
  if (ways.includes(way)) return way
  const { network } = channelFacts[channel.kind]
  throw invalid('method', `${network} does not connect accounts in this way.`)
}
