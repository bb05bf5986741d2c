import {
  connectAccount,
  dropAccount,
  isConnectedBy,
  isUnknown,
  lockAccount,
  type AcceptedToken,
} from '../accounts/actions.ts'
import type { ChannelKind } from '@carillon/contract/config'
import type { Channel } from '../channels/port.ts'
import type { PairingSession, PairingStep, PairingWay } from '../channels/port/pairing.ts'
import { after, minutes, seconds } from '../platform/clock.ts'
import type { Context, Tx, UserContext } from '../platform/context.ts'
import { AppError, reasonOf } from '../platform/errors.ts'
import { notify } from '../notifications/actions.ts'
import { publishConnections } from './news.ts'
import * as pairings from './pairings-store.ts'
import { sealStep } from './pairing-steps.ts'
import { noteShown } from './shown.ts'
import * as store from './store.ts'
import * as words from './words.ts'

/** How long a person has for a step, if the network sets no time for it. */
const STEP_MS = minutes(10)

/** How long the network may take until the next step. */
const NEXT_STEP_MS = seconds(45)

/** A session of this process; `attempt` is its id in the rows. */
export type OpenPairing = {
  attempt: string
  session: PairingSession
  /** Resolves when all of its steps and its result are stored. */
  stored(): Promise<void>
}

declare module '../platform/context.ts' {
  interface Context {
    /** The pairings in steps that this process has a session for, by connection. */
    readonly openPairings: Map<string, OpenPairing>
    /** Sessions that end now: a phone may have linked a device meanwhile, which is still being unlinked. */
    readonly endingPairings: Set<Promise<void>>
  }
}

export type Begun = {
  /** Makes it the session of a connection, in the transaction that creates the connection. */
  attach(tx: Tx, connectionId: string): Promise<void>
  /** Call it after that transaction: from now on its steps are stored and published. */
  run(connectionId: string): void
  /** Ends the session, because the transaction failed. */
  close(): Promise<void>
}

/**
 * Begins a pairing in steps. Throws AppError `invalid` (path `phone`) for a number that the network does not
 * take, before anything is stored.
 */
export async function beginPairing(
  ctx: UserContext,
  channel: Channel & { pairing: { steps: NonNullable<Channel['pairing']['steps']> } },
  { way, phone }: { way: PairingWay; phone: string | undefined },
): Promise<Begun> {
  const attempt = ctx.ids.next()
  const attached = Promise.withResolvers<string>()
  let work: Promise<unknown> = attached.promise
  /** Stores its steps in order, as soon as there is a connection. */
  const then = (write: (connectionId: string) => Promise<void>) => {
    work = Promise.all([attached.promise, work])
      .then(([connectionId]) => write(connectionId))
      .catch((error: unknown) =>
        ctx.log.warn({ reason: reasonOf(error) }, 'A step of a pairing was not kept.'),
      )
  }
  const stored = async () => {
    for (let known; known !== work; await known) known = work
  }
  const session = channel.pairing.steps.begin(way, {
    step: (step) => then((id) => noteStep(ctx, { id, attempt }, step)),
    paired: ({ identity, credentials }) =>
      then((id) => notePaired(ctx, { id, attempt }, channel, { identity, token: credentials })),
    failed: (reason, options) =>
      then((id) => noteFailed(ctx, { id, attempt }, reason, options && leftOf(ctx, channel))),
  })
  try {
    if (phone) await session.give({ kind: 'phone', phone })
  } catch (error) {
    await session.close()
    throw error
  }
  return {
    attach(tx, connectionId) {
      const expiresAt = after(ctx.clock.now(), NEXT_STEP_MS)
      return pairings.begin(tx, { connectionId, attempt, step: null, expiresAt })
    },
    run(connectionId) {
      void release(ctx, connectionId)
      ctx.openPairings.set(connectionId, { attempt, session, stored })
      attached.resolve(connectionId)
    },
    close: () => session.close(),
  }
}

/** Ends the session that this process has for a connection; with `attempt` only if it is that one. */
async function release(ctx: Context, connectionId: string, attempt?: string): Promise<void> {
  const open = ctx.openPairings.get(connectionId)
  if (!open || (attempt !== undefined && open.attempt !== attempt)) return
  ctx.openPairings.delete(connectionId)
  const closing = open.session.close()
  // The caller of `release` gets the error.
  const ending = closing
    .catch(() => {})
    .then(open.stored)
    .finally(() => ctx.endingPairings.delete(ending))
  ctx.endingPairings.add(ending)
  await closing
}

/** Ends the session of a connection if a newer one, perhaps of another process, has replaced it. */
export async function lookAtPairing(ctx: Context, connectionId: string): Promise<void> {
  const open = ctx.openPairings.get(connectionId)
  if (!open) return
  const row = await pairings.find(ctx, connectionId)
  const isStillOpen = ctx.openPairings.get(connectionId) === open
  if (isStillOpen && row?.attempt !== open.attempt) await release(ctx, connectionId)
}

/**
 * Ends all sessions, because this process ends: their users must begin again. An account that has just been paired is
 * stored first; a device that no connection uses is unlinked.
 */
export async function endPairings(ctx: Context): Promise<void> {
  await Promise.all(
    [...ctx.openPairings].map(async ([id, { attempt, stored }]) => {
      await stored()
      await noteFailed(ctx, { id, attempt }, 'The server was started anew. Begin again.')
      await stored()
    }),
  )
  await Promise.allSettled(ctx.endingPairings)
}

type Which = { id: string; attempt: string }

async function noteStep(ctx: Context, { id, attempt }: Which, step: PairingStep): Promise<void> {
  const expiresAt = 'expiresAt' in step ? step.expiresAt : after(ctx.clock.now(), STEP_MS)
  const sealed = sealStep(ctx, id, step)
  const isOurs = await ctx.transaction(async (tx) => {
    const row = { connectionId: id, attempt, step: sealed, expiresAt }
    if (!(await pairings.setStep(tx, row))) return false
    await publishConnections(ctx, tx, [id])
    return true
  })
  if (!isOurs) await lookAtPairing(ctx, id)
}

/** A linked device that we could not unlink: only its user can remove it, on the phone. */
type LeftDevice = { userId: string; kind: ChannelKind }

const leftOf = ({ user }: UserContext, { kind }: Channel): LeftDevice => ({ userId: user.id, kind })

async function noteFailed(
  ctx: Context,
  { id, attempt }: Which,
  reason: string,
  left?: LeftDevice,
): Promise<void> {
  await ctx.transaction(async (tx) => {
    // The connection no longer shows it, so the bell does.
    if (!(await pairings.end(tx, id, attempt))) return left && notifyLeftDevice(ctx, tx, left)
    await store.setNote(tx, id, reason)
    return publishConnections(ctx, tx, [id])
  })
  await lookAtPairing(ctx, id)
}

const notifyLeftDevice = (ctx: Context, tx: Tx, { userId, kind }: LeftDevice) =>
  notify(ctx, tx, [userId], words.noticeOfDevice(kind))

/** How long to wait after each failure before storing a paired account is tried again. */
const STORE_AGAIN_MS = [1, 2, 4, 8, 16].map(seconds)

/**
 * Connects the connection to the account that was paired. If that fails, the device is unlinked again, except if the
 * account may have been stored.
 */
async function notePaired(
  ctx: UserContext,
  which: Which,
  channel: Channel,
  paired: AcceptedToken,
  tries = 0,
): Promise<void> {
  const isStored = () => isConnectedBy(ctx, channel.kind, paired)
  try {
    await connectTo(ctx, which, channel, paired)
  } catch (error) {
    const refused = error instanceof AppError || error instanceof NotWanted
    const wait = STORE_AGAIN_MS[tries]
    // The commit may have succeeded although its answer was lost.
    const isThere = await isStored().catch(() => undefined)
    if (isThere === undefined || (!isThere && !refused)) {
      ctx.log.warn({ reason: reasonOf(error) }, 'The paired account could not be saved yet.')
      if (wait !== undefined) {
        await new Promise<void>((resolve) => void ctx.clock.later(wait, resolve))
        return notePaired(ctx, which, channel, paired, tries + 1)
      }
    }
    if (!isThere)
      await undoPairing(ctx, which, channel, paired, { error, isCertain: isThere === false })
  }
  // Another pairing may have replaced it while this one was undone.
  await release(ctx, which.id, which.attempt)
}

type Failure = { error: unknown; isCertain: boolean }

/** Unlinks the paired device if no account has it for certain, and notifies the user of the result. */
async function undoPairing(
  ctx: UserContext,
  which: Which,
  channel: Channel,
  { token }: AcceptedToken,
  { error, isCertain }: Failure,
): Promise<void> {
  const { kind, pairing } = channel
  const undone = isCertain && ((await pairing.steps?.undo?.(token).catch(() => false)) ?? true)
  const left = undone ? undefined : leftOf(ctx, channel)
  if (error instanceof NotWanted) {
    return left && ctx.transaction((tx) => notifyLeftDevice(ctx, tx, left))
  }
  const what = undone ? words.UNLINKED_AGAIN : words.removeDevice(kind)
  const reason =
    error instanceof AppError ? `${error.message} ${what}` : words.notKept(kind, undone)
  return noteFailed(ctx, which, reason, left)
}

/** Sets the account of the connection to the paired one. If the user has a connection to it already, that one stays. */
function connectTo(
  ctx: UserContext,
  { id, attempt }: Which,
  channel: Channel,
  accepted: AcceptedToken,
): Promise<void> {
  return ctx.transaction(async (tx) => {
    const before = await store.find(tx, id, ctx.user.id)
    // Account, chat, connection: all lock in this order, so that none wait in a circle.
    if (before) await lockAccount(tx, before.accountId)
    const status = channel.capabilities.needsSessionToSend ? 'reconnecting' : 'connected'
    const connected = await connectAccount(ctx, tx, channel.kind, accepted, { status })
    const row = await store.lock(tx, id, ctx.user.id)
    if (!before || !row || !(await pairings.end(tx, id, attempt))) throw new NotWanted()
    await store.setNote(tx, id, null)
    const { id: accountId } = connected.account
    if (row.accountId === accountId) {
      await noteShown(ctx, tx, id, connected)
      return publishConnections(ctx, tx, [id])
    }
    if (!isUnknown({ ...before.account, id: before.accountId })) {
      throw new AppError('conflict', words.otherAccount(before.account, accepted.identity.identity))
    }
    const own = await store.findOfAccount(tx, ctx.user.id, accountId)
    // The user was connected to it already: this connection was only the way to link it again.
    if (own) await store.markRemoved(tx, ctx.clock.now(), id)
    await pairings.setAccount(tx, id, accountId)
    await dropAccount(tx, row.accountId)
    if (own) {
      await tx.publish({
        kind: 'connection.deleted',
        userId: ctx.user.id,
        id,
        rev: row.rev + 1,
      })
    }
    await noteShown(ctx, tx, own ?? id, connected)
    return publishConnections(ctx, tx, [own ?? id])
  })
}

/** Another pairing has replaced this one, or the connection was removed. */
class NotWanted extends Error {}
