import type { OnUnconfirmed } from '@carillon/contract/messages'
import type { Context, Tx } from '../platform/context.ts'
import {
  countPlanned,
  insertOccurrences,
  readUsers,
  lockDeleted,
  restoreOccurrences,
  finishOccurrences,
  stopOccurrences,
  informOfSkipped,
} from '../occurrences/actions.ts'
import type { Decided, Run, SourceKind } from '../occurrences/port.ts'
import { skipWords, type SkipCode } from '../occurrences/words.ts'
import { column } from '../platform/db/lists.ts'
import { rowsOf, type OwnSlice } from './planned-rows.ts'
import { contentSizeIn } from './rules.ts'
import { readContentSizes } from './content-sizes-store.ts'

import * as store from './store.ts'
import type { Counts } from './plans-in-progress.ts'

export { forecastWaits } from './forecast-waits.ts'
export { endPending, lockPending } from './store.ts'
export {
  claimFollowUp,
  countDueFollowUps,
  dropRest,
  endFollowUp,
  findNextFollowUps,
  giveUpFollowUps,
  nextFollowUpAt,
  recordUnpin,
  postponeFollowUps,
  replaceContent,
  type ClaimedFollowUp,
  type FollowUpEnd,
} from './follow-ups-store.ts'
export { markCopiesReplaced, stopReplacing } from './replaced-store.ts'
export {
  createFollowUpSlice,
  countByChange,
  countChange,
  GROUPS_NAMED_MAX,
  readSentCopies,
  replaceForRetries,
  type SentChangeRequest,
  type SentCopies,
} from './sent-changes-store.ts'
export { readShownCopies } from './shown-copies-store.ts'
export { readTrouble } from './trouble-store.ts'
export { readContentSizes } from './content-sizes-store.ts'

/** A slot for which an occurrence is inserted. */
export type Opening = {
  /** Its id, if it was chosen before. */
  id?: string
  userId: string
  source: SourceKind
  sourceId: string
  /** Null for a send-now, which may happen any number of times; its slot is then null too. */
  scheduleId: string | null
  slotAt: Date | null
  dueAt: Date
  onUnconfirmed: OnUnconfirmed
  /** The most deliveries that one group or topic gets; 1 by default. */
  parts?: number
  /** The decision of its source, to be stored with it. */
  decided?: Decided
  /** The values that are the same for all groups. */
  run?: Run
  /** Why it is skipped as a whole: `late`, `no_groups` …; its source is told at once. */
  skipped?: string
  /** Suppress the notification; the newest missed slot sends one. */
  withoutNotice?: boolean
  /** Its first deliveries. Without them, `planDeliveries` adds them later. */
  first?: Omit<Slice, 'occurrenceId' | 'dueAt'>
}

/**
 * Inserts occurrences, at most one for each slot. Returns an id for each, or null if its slot already has
 * one. `opened` is called before sources are told about occurrences that end at once (skipped or empty).
 */
export async function openOccurrences(
  ctx: Context,
  tx: Tx,
  openings: readonly Opening[],
  opened: (ids: readonly (string | null)[]) => Promise<void> = async () => {},
): Promise<(string | null)[]> {
  if (openings.length === 0) {
    await opened([])
    return []
  }
  const rows = openings.map(({ first, ...opening }) => ({
    ...opening,
    id: opening.id ?? ctx.ids.next(),
    decided: opening.decided ?? null,
    run: opening.run ?? null,
    parts: opening.parts ?? 1,
    skipped: opening.skipped ?? null,
    total: first?.deliveries.length ?? 0,
    skippedCount: first?.deliveries.filter(({ skip }) => skip).length ?? 0,
    fanOutFrom: opening.skipped ? null : first ? first.continuesAt : 0,
  }))
  const made = await insertOccurrences(ctx, tx, rows)
  const slices = openings.flatMap(({ first, dueAt, userId }, n) => {
    const occurrenceId = rows[n]!.id
    return first && made.has(occurrenceId) ? [{ ...first, occurrenceId, dueAt, userId }] : []
  })
  await insert(ctx, tx, slices, { again: false })
  const ids = rows.map((row) => (made.has(row.id) ? row.id : null))
  await opened(ids)
  await informOfSkipped(
    ctx,
    tx,
    rows.filter((row) => row.skipped !== null && made.has(row.id)),
  )
  await finishEmpty(ctx, tx, slices)
  return ids
}

/** The deliveries of one occurrence that one transaction inserts. */
export type Slice = {
  occurrenceId: string
  /** Nothing of it is sent before this. */
  dueAt: Date
  /** How late it may be sent, counted from its forecast turn in its lane. */
  catchUpMs: number
  deliveries: readonly PlannedDelivery[]
  /** Where it continues the fan-out. It is dropped if the occurrence no longer continues there. */
  from?: number
  /** Where the next slice continues; null if this is the last. Stored as `fan_out_from`. */
  continuesAt: number | null
}

export type PlannedDelivery = {
  part: number
  contentId: string
  groupId: string
  topicId: string | null
  /** How long after its occurrence it is due, in milliseconds. */
  delayMs?: number
  /** The reason, if it is already known that it will not be sent. */
  skip?: SkipCode
}

/**
 * Adds deliveries to occurrences, and wakes their lanes when the transaction commits. Adding one again
 * changes nothing. An occurrence that has nothing to send after its last slice ends at once. Returns false if
 * one was stopped in the meantime: the caller must then roll back.
 */
export async function planDeliveries(
  ctx: Context,
  tx: Tx,
  slices: readonly Slice[],
): Promise<boolean> {
  const users = await readUsers(tx, column(slices, 'occurrenceId'))
  const known = slices.map((slice) => ({ ...slice, userId: users.get(slice.occurrenceId)! }))
  const made = Map.groupBy(
    await insert(ctx, tx, known, { again: true }),
    ({ occurrenceId }) => occurrenceId,
  )
  const counts = slices.map(({ occurrenceId, from = null, continuesAt }) => {
    const all = made.get(occurrenceId) ?? []
    const skipped = all.filter(({ skip }) => skip).length
    return { occurrenceId, from, total: all.length, skipped, continuesAt }
  })
  // This comes last: from here on, lanes that count sent deliveries wait for this transaction.
  if (!(await countPlanned(tx, counts))) return false
  await finishEmpty(ctx, tx, slices)
  return true
}

/** Inserts deliveries, with the forecast of their turn for `expiresAt`, and wakes their lanes. */
async function insert(
  ctx: Context,
  tx: Tx,
  slices: readonly OwnSlice[],
  options: { again: boolean },
): Promise<store.PlannedRow[]> {
  const groupIds = new Set(
    slices.flatMap(({ deliveries }) => deliveries.map(({ groupId }) => groupId)),
  )
  if (groupIds.size === 0) return []
  let rows: store.PlannedRow[] = []
  const sizes = await readContentSizes(tx, [
    ...new Set(slices.flatMap(({ deliveries }) => column(deliveries, 'contentId'))),
  ])
  const read = () => store.readLanes(tx, [...groupIds])
  const plan = (
    lanes: ReadonlyMap<string, store.GroupLane>,
    others: Counts = new Map(),
  ): Counts => {
    rows = rowsOf(ctx, slices, { lanes, others, sizes })
    const counts = new Map<string, number>()
    for (const { skip, accountId, contentId, groupId } of rows) {
      if (skip) continue
      const { messages } = contentSizeIn(sizes, contentId, lanes.get(groupId)!.channel)
      counts.set(accountId, (counts.get(accountId) ?? 0) + messages)
    }
    return counts
  }
  if (ctx.plansInProgress) await ctx.plansInProgress.oneByOne(tx, read, plan)
  else plan(await read())
  const made = await store.insertDeliveries(tx, ctx.clock.now(), rows, options)
  const accounts = new Set(made.flatMap((row) => (row.skip ? [] : row.accountId)))
  if (accounts.size > 0) await tx.wake('lanes', [...accounts])
  return made
}

/** Ends occurrences that have nothing to send after their last slice. */
const finishEmpty = (ctx: Context, tx: Tx, slices: readonly Slice[]) =>
  finishOccurrences(
    ctx,
    tx,
    column(
      slices.filter(
        ({ continuesAt, deliveries }) =>
          continuesAt === null && deliveries.every(({ skip }) => skip),
      ),
      'occurrenceId',
    ),
  )

/**
 * Cancels all deliveries that were not sent yet, with a reason; those on the wire end by themselves. Sources
 * are told in this transaction about occurrences that end with it. Returns whether anything was canceled,
 * also if only unwritten slices were.
 */
export async function skipPending(
  ctx: Context,
  tx: Tx,
  which: store.Which,
  code: SkipCode,
): Promise<boolean> {
  const end = { status: 'skipped', code, reason: skipWords[code] } as const
  const changed = await store.endPending(tx, ctx.clock.now(), which, end)
  // This comes after the deliveries, because lanes lock in this order. Deliveries that a fan-out adds before
  // this are skipped.
  const stopped = 'source' in which ? await stopOccurrences(tx, which, code) : []
  const ended = changed.filter((one) => one.allEnded).map((one) => one.id)
  await finishOccurrences(ctx, tx, [...new Set([...column(stopped, 'id'), ...ended])])
  return changed.length > 0 || stopped.some(({ short }) => short)
}

/**
 * Undoes what the deletion of a source at `deletedAt` did: its deliveries wait in their lanes again, missing
 * slices are written, and what is on the wire may be retried. What was due in the meantime stays skipped.
 */
export async function restorePending(
  ctx: Context,
  tx: Tx,
  source: store.SourceOf,
  deletedAt: Date,
): Promise<void> {
  // This comes first: a lane that is skipping what it read as deleted must finish before its deliveries are
  // searched.
  await lockDeleted(tx, source)
  const accounts = await store.restorePending(tx, ctx.clock.now(), source, deletedAt)
  const restored = await restoreOccurrences(ctx, tx, source, deletedAt)
  if (restored && accounts.length > 0) await tx.wake('lanes', accounts)
}
