import { openAccount } from '../accounts/actions.ts'
import type { FollowUpOutcome } from '../channels/port/follow-ups.ts'
import {
  findRemovals,
  findReplacing,
  nextRemovalAt,
  noteRemoval,
  noteReplaced,
  postponeRemovals,
  type Removal,
} from '../deliveries/actions.ts'
import { after, latest, minutes, seconds } from '../platform/clock.ts'
import type { Context, Tx } from '../platform/context.ts'
import { AppError } from '../platform/errors.ts'

declare module '../platform/jobs/jobs.ts' {
  interface JobData {
    /** An occurrence was sent; the copies before it are deleted. */
    'sending.replace': { occurrenceId: string }
  }
}

/** Copies of one job; then others run, and the next job goes on. */
const PAGE = 100

/** After this no further copy is begun: a job that runs for 15 minutes counts as lost. */
const RUN_MS = minutes(5)

/** After so many tries of its own a copy stays. Each waits longer than the one before, for an hour in all. */
const TRIES_MAX = 10
const WAIT_MS = minutes(1)

/** The longest that one try may take. */
const TRY_MS = seconds(30)

/**
 * Deletes the copies that an occurrence replaces, where their networks allow it. Each is noted when it is done, so
 * that a job that was killed goes on with the next one: what was deleted twice is gone, and nothing else is touched.
 * A copy that has to wait holds up no other, but an account that has to wait holds up all of its own.
 */
export async function replaceCopies(
  ctx: Context,
  { occurrenceId }: { occurrenceId: string },
): Promise<void> {
  const now = ctx.clock.now()
  await ctx.transaction((tx) => noteReplaced(tx, occurrenceId, { now, stays: STAYS }))
  const began = ctx.clock.steadyMs()
  const waiting = new Set<string>()
  for (const one of await findRemovals(ctx, occurrenceId, { now, most: PAGE })) {
    if (ctx.clock.steadyMs() - began >= RUN_MS) break
    if (waiting.has(one.accountId)) continue
    const became = await remove(ctx, one)
    if (!('waits' in became)) {
      await noteRemoval(ctx, one.deliveryId, became)
    } else if (became.counts && one.tries + 1 >= TRIES_MAX) {
      await noteRemoval(ctx, one.deliveryId, { reason: 'The network did not answer.' })
    } else {
      const { waits, waitMs = WAIT_MS * (one.tries + 1), counts } = became
      if (waits === 'account') waiting.add(one.accountId)
      const which =
        waits === 'account' ? { accountId: one.accountId } : { deliveryId: one.deliveryId }
      const until = after(ctx.clock.now(), waitMs)
      await postponeRemovals(ctx, occurrenceId, which, { until, counts })
    }
  }
  await ctx.transaction(async (tx) => {
    await tellChanged(tx, occurrenceId)
    const at = await nextRemovalAt(tx, occurrenceId)
    if (!at) return
    const startAfter = latest(at, ctx.clock.now())
    await tx.enqueue('sending.replace', { occurrenceId }, { startAfter })
  })
}

/** Pages that show the copies ask for them again. */
async function tellChanged(tx: Tx, occurrenceId: string): Promise<void> {
  const owner = await findReplacing(tx, occurrenceId)
  if (!owner) return
  const { userId, source, sourceId } = owner
  await tx.publish({ kind: `${source}.updated`, userId, id: sourceId, rev: 0 })
}

const STAYS = {
  unknown: 'The network did not say which message it is.',
  moved: 'The group has become another chat since it was sent.',
}

/** It waits for a time that the network named, or its try counts. */
type Waits = { waits: 'copy' | 'account'; waitMs?: number; counts: boolean }

type Became = { removedAt: Date } | { reason: string } | Waits

async function remove(ctx: Context, one: Removal): Promise<Became> {
  const { followUps } = ctx.channels.get(one.channel) ?? {}
  if (!followUps?.delete) return { reason: 'This network deletes no messages of programs.' }
  const windowMs = followUps.windowMs.delete ?? 0
  const now = ctx.clock.now()
  if (now.getTime() - one.sentAt.getTime() >= windowMs) {
    const hours = Math.round(windowMs / 3_600_000)
    return { reason: `The network deletes messages for ${hours} hours only.` }
  }
  try {
    const account = await openAccount(ctx, one.accountId)
    const signal = AbortSignal.timeout(TRY_MS)
    // In the chat where it was sent, and only there: its ids name other people's messages elsewhere.
    const { chatId: externalId, receipt } = one
    return becameOf(await followUps.delete({ account, externalId, receipt, signal }), now)
  } catch (error) {
    if (error instanceof AppError) return { reason: error.message }
    throw error
  }
}

function becameOf(outcome: FollowUpOutcome, now: Date): Became {
  switch (outcome.kind) {
    case 'done':
    case 'gone':
      return { removedAt: now }
    case 'retry':
      return {
        waits: outcome.scope === 'account' ? 'account' : 'copy',
        counts: outcome.waitMs === undefined,
        ...(outcome.waitMs === undefined ? {} : { waitMs: outcome.waitMs }),
      }
    // To delete a message twice does no harm.
    case 'unconfirmed':
      return { waits: 'copy', counts: true }
    case 'retarget':
      return { reason: 'The group has moved to another id.' }
    default:
      return { reason: outcome.reason }
  }
}
