import { openAccount } from '../accounts/actions.ts'
import type { FollowUpOutcome } from '../channels/port/follow-ups.ts'
import { findRemovals, noteRemoval, noteReplaced, type Removal } from '../deliveries/actions.ts'
import { after, minutes, seconds } from '../platform/clock.ts'
import type { Context } from '../platform/context.ts'
import { AppError } from '../platform/errors.ts'

declare module '../platform/jobs/jobs.ts' {
  interface JobData {
    /** An occurrence was sent; the copies before it are deleted. `tries`: how often the network did not answer. */
    'sending.replace': { occurrenceId: string; tries?: number }
  }
}

/** Copies of one job; then others run, and the next job goes on. */
const PAGE = 100

/** After so many tries what is left stays. Each waits longer than the one before, for an hour in all. */
const TRIES_MAX = 10
const WAIT_MS = minutes(1)

/** The longest that one try may take. */
const TRY_MS = seconds(30)

/**
 * Deletes the copies that an occurrence replaces, where their networks allow it. Each is noted when it is done, so
 * that a job that was killed goes on with the next one: what was deleted twice is gone, and nothing else is touched.
 */
export async function replaceCopies(
  ctx: Context,
  { occurrenceId, tries = 0 }: { occurrenceId: string; tries?: number },
): Promise<void> {
  if (tries === 0) await ctx.transaction((tx) => noteReplaced(tx, occurrenceId, ctx.clock.now()))
  const page = await findRemovals(ctx, occurrenceId, PAGE)
  for (const one of page) {
    const became = await remove(ctx, one)
    if ('waitMs' in became && tries < TRIES_MAX)
      return later(ctx, occurrenceId, tries, became.waitMs)
    await noteRemoval(ctx, one.deliveryId, 'waitMs' in became ? { reason: NO_ANSWER } : became)
  }
  if (page.length === PAGE) {
    await ctx.transaction((tx) =>
      tx.enqueue('sending.replace', { occurrenceId, tries: tries || 1 }),
    )
  }
}

type Became = { removedAt: Date } | { reason: string } | { waitMs: number }

async function remove(ctx: Context, one: Removal): Promise<Became> {
  const { followUps } = ctx.channels.get(one.channel) ?? {}
  if (!followUps?.delete) return { reason: 'This network deletes no messages of programs.' }
  // Its ids name other people's messages there.
  if (one.receipt.chatId !== one.externalId) {
    return { reason: 'The group has become another chat since it was sent.' }
  }
  const windowMs = followUps.windowMs.delete ?? 0
  const now = ctx.clock.now()
  if (now.getTime() - one.sentAt.getTime() >= windowMs) {
    const hours = Math.round(windowMs / 3_600_000)
    return { reason: `The network deletes messages for ${hours} hours only.` }
  }
  try {
    const account = await openAccount(ctx, one.accountId)
    const signal = AbortSignal.timeout(TRY_MS)
    const { externalId, receipt } = one
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
      return { waitMs: outcome.waitMs ?? WAIT_MS }
    // To delete a message twice does no harm.
    case 'unconfirmed':
      return { waitMs: WAIT_MS }
    case 'retarget':
      return { reason: 'The group has moved to another id.' }
    default:
      return { reason: outcome.reason }
  }
}

const NO_ANSWER = 'The network did not answer.'

function later(ctx: Context, occurrenceId: string, tries: number, waitMs: number): Promise<void> {
  const startAfter = after(ctx.clock.now(), Math.max(waitMs, WAIT_MS * tries))
  const next = { occurrenceId, tries: tries + 1 }
  return ctx.transaction((tx) => tx.enqueue('sending.replace', next, { startAfter }))
}
