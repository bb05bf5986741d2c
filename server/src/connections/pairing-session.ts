import { connectAccount, dropAccount, isUnknown, lockAccount } from '../accounts/actions.ts'
import type { Channel } from '../channels/port.ts'
import type { Identity } from '../channels/port/account.ts'
import type { PairingSession, PairingStep, PairingWay } from '../channels/port/pairing.ts'
import { after, minutes, seconds } from '../platform/clock.ts'
import type { Context, Tx, UserContext } from '../platform/context.ts'
import { AppError, reasonOf } from '../platform/errors.ts'
import { tellChanged } from './news.ts'
import * as pairings from './pairings-store.ts'
import { sealStep } from './pairing-steps.ts'
import { noteShown } from './shown.ts'
import * as store from './store.ts'
import { otherAccount } from './words.ts'

/** How long a person has for a step that the network sets no time for. */
const STEP_MS = minutes(10)

/** How long the network may take to say what comes next. */
const NEXT_STEP_MS = seconds(45)

/** A session of this process; `attempt` is what the rows call it. */
export type HeldPairing = { attempt: string; session: PairingSession }

declare module '../platform/context.ts' {
  interface Context {
    /** The pairings in steps whose sessions are in this process, by connection. */
    readonly heldPairings: Map<string, HeldPairing>
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
  const session = channel.pairing.steps.begin(way, {
    step: (step) => then((id) => noteStep(ctx, { id, attempt }, step)),
    paired: (account) => then((id) => notePaired(ctx, { id, attempt }, channel, account)),
    failed: (reason) => then((id) => noteFailed(ctx, { id, attempt }, reason)),
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
      ctx.heldPairings.set(connectionId, { attempt, session })
      placed.resolve(connectionId)
    },
    close: () => session.close(),
  }
}

/** Ends the session that this process has of a connection, if it has one. */
async function release(ctx: Context, connectionId: string): Promise<void> {
  const held = ctx.heldPairings.get(connectionId)
  ctx.heldPairings.delete(connectionId)
  await held?.session.close()
}

/** Ends the session of a connection whose place another one has taken, perhaps in another process. */
export async function lookAtPairing(ctx: Context, connectionId: string): Promise<void> {
  const held = ctx.heldPairings.get(connectionId)
  if (!held) return
  const row = await pairings.find(ctx, connectionId)
  const stillHeld = ctx.heldPairings.get(connectionId) === held
  if (stillHeld && row?.attempt !== held.attempt) await release(ctx, connectionId)
}

/** This process ends: whoever pairs here begins again. */
export async function endPairings(ctx: Context): Promise<void> {
  for (const [id, { attempt }] of ctx.heldPairings) {
    await noteFailed(ctx, { id, attempt }, 'The server was started anew. Begin again.')
  }
}

type Which = { id: string; attempt: string }

async function noteStep(ctx: Context, { id, attempt }: Which, step: PairingStep): Promise<void> {
  const expiresAt = 'expiresAt' in step ? step.expiresAt : after(ctx.clock.now(), STEP_MS)
  const isOurs = await ctx.transaction(async (tx) => {
    await tellChanged(ctx, tx, [id])
    return pairings.setStep(tx, {
      connectionId: id,
      attempt,
      step: sealStep(ctx, id, step),
      expiresAt,
    })
  })
  if (!isOurs) await lookAtPairing(ctx, id)
}

async function noteFailed(ctx: Context, { id, attempt }: Which, reason: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    await tellChanged(ctx, tx, [id])
    if (await pairings.end(tx, id, attempt)) await store.setNote(tx, id, reason)
  })
  await lookAtPairing(ctx, id)
}

type Paired = { identity: Identity; credentials: string }

/** The account is there: the connection leads to it from now on. */
async function notePaired(
  ctx: UserContext,
  { id, attempt }: Which,
  channel: Channel,
  { identity, credentials }: Paired,
): Promise<void> {
  try {
    await ctx.transaction(async (tx) => {
      const before = await store.find(tx, id, ctx.user.id)
      // Account, chat, connection: all lock in this order, so that none wait in a circle.
      if (before) await lockAccount(tx, before.accountId)
      const status = channel.capabilities.sendsInSession ? 'reconnecting' : 'connected'
      const accepted = { token: credentials, identity }
      const connected = await connectAccount(ctx, tx, channel.kind, accepted, { status })
      const row = await store.lock(tx, id, ctx.user.id)
      if (!before || !row || !(await pairings.end(tx, id, attempt))) throw new NotWanted()
      await store.setNote(tx, id, null)
      const { id: accountId } = connected.account
      if (row.accountId === accountId) {
        await noteShown(ctx, tx, id, connected)
        return tellChanged(ctx, tx, [id])
      }
      if (!isUnknown({ ...before.account, id: before.accountId })) {
        throw new AppError('conflict', otherAccount(before.account, identity.identity))
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
      return tellChanged(ctx, tx, [own ?? id])
    })
  } catch (error) {
    await channel.forget?.(ctx, credentials)
    if (error instanceof AppError) return noteFailed(ctx, { id, attempt }, error.message)
    if (!(error instanceof NotWanted)) throw error
  }
  await release(ctx, id)
}

/** Another pairing has taken the place of this one, or the connection was removed. */
class NotWanted extends Error {}
