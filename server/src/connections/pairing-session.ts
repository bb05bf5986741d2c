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

/** How long a person has for a step that the network sets no time for. */
const STEP_MS = minutes(10)

/** How long the network may take to say what comes next. */
const NEXT_STEP_MS = seconds(45)

/** A session of this process; `attempt` is what the rows call it. */
export type HeldPairing = {
  attempt: string
  session: PairingSession
  /** Resolves once all that it has told is written down. */
  written(): Promise<void>
}

declare module '../platform/context.ts' {
  interface Context {
    /** The pairings in steps whose sessions are in this process, by connection. */
    readonly heldPairings: Map<string, HeldPairing>
    /** Those of them that were ended, while what their phones have linked meanwhile is still undone. */
    readonly endingPairings: Set<Promise<void>>
  }
}

export type Begun = {
  /** Makes it the session of a connection, in the transaction that made the connection. */
  place(tx: Tx, connectionId: string): Promise<void>
  /** That transaction is done: from now on its steps are kept and told. */
  run(connectionId: string): void
  /** Nothing came of it. */
  close(): Promise<void>
}

/**
 * Begins a pairing in steps. Throws AppError `invalid` (path `phone`) for a number that the network does not
 * take, before anything is written.
 */
export async function beginPairing(
  ctx: UserContext,
  channel: Channel & { pairing: { steps: NonNullable<Channel['pairing']['steps']> } },
  { way, phone }: { way: PairingWay; phone: string | undefined },
): Promise<Begun> {
  const attempt = ctx.ids.next()
  const placed = Promise.withResolvers<string>()
  let work: Promise<unknown> = placed.promise
  /** What it tells is written down in its order, once there is a connection. */
  const then = (write: (connectionId: string) => Promise<void>) => {
    work = Promise.all([placed.promise, work])
      .then(([connectionId]) => write(connectionId))
      .catch((error: unknown) =>
        ctx.log.warn({ reason: reasonOf(error) }, 'A step of a pairing was not kept.'),
      )
  }
  const written = async () => {
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
    place(tx, connectionId) {
      const expiresAt = after(ctx.clock.now(), NEXT_STEP_MS)
      return pairings.begin(tx, { connectionId, attempt, step: null, expiresAt })
    },
    run(connectionId) {
      void release(ctx, connectionId)
      ctx.heldPairings.set(connectionId, { attempt, session, written })
      placed.resolve(connectionId)
    },
    close: () => session.close(),
  }
}

/** Ends the session that this process has of a connection; with `attempt` only if it is that one. */
async function release(ctx: Context, connectionId: string, attempt?: string): Promise<void> {
  const held = ctx.heldPairings.get(connectionId)
  if (!held || (attempt !== undefined && held.attempt !== attempt)) return
  ctx.heldPairings.delete(connectionId)
  const closing = held.session.close()
  // Whoever closes it is told what fails.
  const ending = closing
    .catch(() => {})
    .then(held.written)
    .finally(() => ctx.endingPairings.delete(ending))
  ctx.endingPairings.add(ending)
  await closing
}

/** Ends the session of a connection whose place another one has taken, perhaps in another process. */
export async function lookAtPairing(ctx: Context, connectionId: string): Promise<void> {
  const held = ctx.heldPairings.get(connectionId)
  if (!held) return
  const row = await pairings.find(ctx, connectionId)
  const stillHeld = ctx.heldPairings.get(connectionId) === held
  if (stillHeld && row?.attempt !== held.attempt) await release(ctx, connectionId)
}

/**
 * This process ends: whoever pairs here begins again. Who was paired in this moment is written down first, and what
 * nobody wants is undone.
 */
export async function endPairings(ctx: Context): Promise<void> {
  await Promise.all(
    [...ctx.heldPairings].map(async ([id, { attempt, written }]) => {
      await written()
      await noteFailed(ctx, { id, attempt }, 'The server was started anew. Begin again.')
      await written()
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

/** A device that is linked at a network, and that only its user can remove there. */
type LeftDevice = { userId: string; kind: ChannelKind }

const leftOf = ({ user }: UserContext, { kind }: Channel): LeftDevice => ({ userId: user.id, kind })

async function noteFailed(
  ctx: Context,
  { id, attempt }: Which,
  reason: string,
  left?: LeftDevice,
): Promise<void> {
  await ctx.transaction(async (tx) => {
    // Without a page on which it could stand it is told by the bell.
    if (!(await pairings.end(tx, id, attempt))) return left && tellLeft(ctx, tx, left)
    await store.setNote(tx, id, reason)
    return publishConnections(ctx, tx, [id])
  })
  await lookAtPairing(ctx, id)
}

const tellLeft = (ctx: Context, tx: Tx, { userId, kind }: LeftDevice) =>
  notify(ctx, tx, [userId], words.noticeOfDevice(kind))

/** How long to wait before what was paired is written down again, after each failure. */
const KEEP_AGAIN_MS = [1, 2, 4, 8, 16].map(seconds)

/**
 * The account is there: the connection leads to it from now on. Where that cannot be, the network is told; but nothing
 * is taken back that may have been written down.
 */
async function notePaired(
  ctx: UserContext,
  which: Which,
  channel: Channel,
  paired: AcceptedToken,
  tries = 0,
): Promise<void> {
  const isKept = () => isConnectedBy(ctx, channel.kind, paired)
  try {
    await place(ctx, which, channel, paired)
  } catch (error) {
    const refused = error instanceof AppError || error instanceof NotWanted
    const wait = KEEP_AGAIN_MS[tries]
    // The commit may be done, and only its answer lost.
    const kept = await isKept().catch(() => undefined)
    if (kept === undefined || (!kept && !refused)) {
      ctx.log.warn({ reason: reasonOf(error) }, 'The paired account could not be saved yet.')
      if (wait !== undefined) {
        await new Promise<void>((resolve) => void ctx.clock.later(wait, resolve))
        return notePaired(ctx, which, channel, paired, tries + 1)
      }
    }
    if (!kept) await takeBack(ctx, which, channel, paired, { error, isCertain: kept === false })
  }
  // Another pairing may have taken its place while this one was undone.
  await release(ctx, which.id, which.attempt)
}

type Failure = { error: unknown; isCertain: boolean }

/** Unlinks what was paired, where it is certain that no account has it; and tells the user what became of it. */
async function takeBack(
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
    return left && ctx.transaction((tx) => tellLeft(ctx, tx, left))
  }
  const what = undone ? words.UNLINKED_AGAIN : words.removeDevice(kind)
  const reason =
    error instanceof AppError ? `${error.message} ${what}` : words.notKept(kind, undone)
  return noteFailed(ctx, which, reason, left)
}

/** Leads the connection to the account that was paired, or to the one of the user that has it already. */
function place(
  ctx: UserContext,
  { id, attempt }: Which,
  channel: Channel,
  accepted: AcceptedToken,
): Promise<void> {
  return ctx.transaction(async (tx) => {
    const before = await store.find(tx, id, ctx.user.id)
    // Account, chat, connection: all lock in this order, so that none wait in a circle.
    if (before) await lockAccount(tx, before.accountId)
    const status = channel.capabilities.sendsInSession ? 'reconnecting' : 'connected'
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

/** Another pairing has taken the place of this one, or the connection was removed. */
class NotWanted extends Error {}
