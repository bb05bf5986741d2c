import { readSending } from '../occurrences/actions.ts'
import { notifyAll } from '../notifications/actions.ts'
import type { Context, Tx } from '../platform/context.ts'
import type { Due, Planned, Prepared, Source } from '../planning/port.ts'
import { publishChanged, readSlotContents, sourceOf } from '../series/actions.ts'
import { contentAt, inTheWay } from '../series/rules.ts'
import { describe } from './described.ts'
import { keepPosition, type KeptPosition } from './kept.ts'
import { passPlaceOn } from './limits.ts'
import { passOver } from './moves.ts'
import { tellOutOfDate } from './out-of-date.ts'
import { presentFacts } from './places.ts'
import { decidedFor, says, saysOn } from './posts.ts'
import { factsAt, isOpen, type Whole } from './rotation.ts'
import { stepsAt, type SlotFacts } from './rules.ts'
import { settled } from './settle.ts'
import * as store from './store.ts'
import { readWholes } from './wholes.ts'
import { cannotBePlanned, finishedNotice } from './words.ts'

declare module '../platform/news/news.ts' {
  interface NewsKinds {
    'cycle.updated': true
    'cycle.deleted': true
  }
}

/** What the planner calls on cycles. */
export const cycleSource: Source = {
  ...sourceOf('cycle', cannotBePlanned),
  prepare,
  planned,
  settled,
  findPresent: store.findPresent,
  describe,
}

/**
 * Decides what due slots send. Only an active cycle sends at its slots; a send-now and a continued fan-out
 * were decided before. What is being sent is read before the position: if it ends in between and the position
 * goes back, the position read is the right one.
 */
async function prepare(
  ctx: Context,
  tx: Tx,
  due: readonly Due[],
): Promise<ReadonlyMap<string, Prepared>> {
  const ids = due.map(({ sourceId }) => sourceId)
  const sending = await readSending(tx, 'cycle', ids)
  const wholes = await readWholes(tx, ids)
  const contents = await readSlotContents(tx, 'cycle', ids)
  const prepared = new Map<string, Prepared>()
  for (const one of due) {
    const whole = wholes.get(one.sourceId)
    if (!whole) continue
    const own = contentAt(contents.get(one.sourceId), one.namedAt)?.contentId
    const answer = one.goesOn?.decided
      ? saysOn(whole, one.goesOn.decided)
      : await decide(ctx, tx, { whole, due: one, own, isSending: sending.has(one.sourceId) })
    if (answer) prepared.set(one.sourceId, answer)
  }
  return prepared
}

type Asked = {
  whole: Whole
  due: Due
  /** The content that this slot alone has. */
  own: string | undefined
  isSending: boolean
}

/** What a slot sends, or why it sends nothing; undefined if its cycle must not send now. */
async function decide(
  ctx: Context,
  tx: Tx,
  { whole: read, due, own, isSending }: Asked,
): Promise<Prepared | undefined> {
  const { row } = read
  const now = ctx.clock.now()
  const { slotAt } = due
  if (slotAt && !goesByItself(row)) return undefined
  const met = slotAt && inTheWay(row, isSending, { slotAt, now })
  if (met) return met
  const whole = await withoutPassed(tx, read, due.passed)
  const facts =
    slotAt && row.schedule ? factsAt(row.schedule, whole.targets)(slotAt) : presentFacts(ctx, whole)
  if (own) {
    if (facts.reachable.size === 0) return { kind: 'skip', reason: whyNobody(whole, facts) }
    return says(whole, { contents: [own] })
  }
  const decision = stepsAt(whole.rotation, whole.position, facts)
  if (decision.kind === 'say') {
    const prepared = says(whole, decidedFor(whole, decision))
    const onward = keepPosition(decision.after, whole.rotation.groupIds)
    return prepared.kind === 'send' ? { ...prepared, onward } : prepared
  }
  if (decision.reason === 'no_groups') return { kind: 'skip', reason: whyNobody(whole, facts) }
  if (decision.reason === 'no_steps') return { kind: 'skip', reason: 'no_steps' }
  await finish(ctx, tx, row)
  return undefined
}

/**
 * Whether a cycle continues by itself: also during a pause with an end, which may be over although no job has
 * written that yet.
 */
const goesByItself = ({ status, pausedUntil }: store.CycleRow): boolean =>
  status === 'active' || (status === 'paused' && pausedUntil !== null)

/** Why no group gets it: all are in quiet hours, or none can be reached. */
const whyNobody = ({ targets }: Whole, { reachable }: SlotFacts) =>
  targets.some((one) => isOpen(one) && !reachable.has(one.groupId))
    ? ('quiet_hours' as const)
    : ('no_groups' as const)

/**
 * The cycle after slots that passed while the planner could not run; its position moves on if `advanceOnSkip`
 * is set.
 */
async function withoutPassed(tx: Tx, whole: Whole, passed: number): Promise<Whole> {
  if (!whole.row.advanceOnSkip || passed === 0 || !whole.row.schedule) return whole
  const at = whole.row.nextAt
  const facts = at ? factsAt(whole.row.schedule, whole.targets)(at) : undefined
  let { position } = whole
  for (let n = 0; n < passed && facts; n++) position = passOver(whole.rotation, position, facts)
  const kept = keepPosition(position, whole.rotation.groupIds)
  const row = await store.update(tx, whole.row.id, { position: JSON.stringify(kept) })
  return { ...whole, row, position }
}

/** Finishes a cycle whose slot has nothing left to send. */
async function finish(ctx: Context, tx: Tx, row: store.CycleRow): Promise<void> {
  const change = { status: 'finished' as const, nextAt: null, updatedAt: ctx.clock.now() }
  await publishChanged(tx, 'cycle', [await store.update(tx, row.id, change)])
  await ended(ctx, tx, [row])
}

/**
 * Moves cycles to their next slot. The steps of a skipped slot are sent at the next one, unless
 * `advanceOnSkip` is set.
 */
async function planned(ctx: Context, tx: Tx, slots: readonly Planned[]): Promise<void> {
  if (slots.length === 0) return
  const ids = slots.map(({ sourceId }) => sourceId)
  const rows = new Map((await store.lockThese(tx, ids)).map((row) => [row.id, row]))
  const over = slots.filter((slot) => slot.skipped && rows.get(slot.sourceId)?.advanceOnSkip)
  const wholes = await readWholes(
    tx,
    over.map(({ sourceId }) => sourceId),
  )
  const moves = slots.map((slot): store.Move => {
    const { sourceId, slotAt, nextSlotAt, opened, skipped, decided, onward = null } = slot
    const says = opened && !skipped
    const whole = opened && skipped && slotAt ? wholes.get(sourceId) : undefined
    const row = rows.get(sourceId)
    return {
      sourceId,
      slotAt,
      nextSlotAt,
      position: says ? (onward as KeptPosition | null) : whole ? passedOver(whole, slotAt!) : null,
      said: says,
      isLast: says && decided?.isLast === true,
      // It was read without a lock: it may have been suspended or paused since then.
      stays: slotAt !== null && row !== undefined && !goesByItself(row),
    }
  })
  const moved = await store.moveOn(tx, moves, ctx.clock.now())
  await publishChanged(tx, 'cycle', moved)
  const finished = moved.flatMap(({ id, status }) => {
    const row = rows.get(id)
    return row && status === 'finished' && row.status !== 'finished' ? [row] : []
  })
  const lastOnes = new Set(moves.filter((move) => move.isLast).map(({ sourceId }) => sourceId))
  // The last occurrence notifies the user when it ends.
  await ended(ctx, tx, finished, ({ id }) => !lastOnes.has(id))
  await tellOutOfDate(ctx, tx, slots, rows)
}

function passedOver(
  { row, rotation, position, targets }: Whole,
  slotAt: Date,
): KeptPosition | null {
  if (!row.schedule) return null
  const facts = factsAt(row.schedule, targets)(slotAt)
  return keepPosition(passOver(rotation, position, facts), rotation.groupIds)
}

/**
 * Cycles have ended: removes their schedules, notifies their users, and gives their places of the tier to
 * others.
 */
async function ended(
  ctx: Context,
  tx: Tx,
  rows: readonly store.CycleRow[],
  isTold: (row: store.CycleRow) => boolean = () => true,
): Promise<void> {
  for (const { id } of rows) await tx.enqueue('cycles.halt', { cycleId: id })
  await notifyAll(
    ctx,
    tx,
    rows.filter(isTold).map((row) => ({ userId: row.userId, notice: finishedNotice(row) })),
  )
  for (const userId of new Set(rows.map((row) => row.userId))) await passPlaceOn(ctx, tx, userId)
}
