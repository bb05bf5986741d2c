import { isDeepStrictEqual } from 'node:util'
import { latestOccurrences, readSending } from '../occurrences/actions.ts'
import type { UserNotice } from '../notifications/rules.ts'
import type { Context, Tx } from '../platform/context.ts'
import { AppError } from '../platform/errors.ts'
import type { Due, LateSlot, Planned, Prepared, SkipReason, Source } from '../planning/port.ts'
import { publishChanged, readSlotContents, commonSourceMethods } from '../series/actions.ts'
import { contentAt, sendsAtItsSlots, obstacleOf, type SlotContent } from '../series/rules.ts'
import { describe } from './descriptions.ts'
import { lastSlots } from './last-slots.ts'
import { countTextsLeft, ended } from './finished.ts'
import { storedPosition, type StoredPosition } from './rotation/stored-position.ts'
import { skipSlot } from './rotation/skip-and-jump.ts'
import { notifyOutOfDate } from './expired-steps.ts'
import type { Position } from './rotation/position.ts'
import { decidedFor, plannerAnswer, prepareNextSlice } from './planner-answer.ts'
import { factsAt, isOpen, presentFacts, type LoadedCycle } from './slot-facts.ts'
import { stepsAt, type SlotFacts } from './rotation/step-selection.ts'
import { occurrencesChanged } from './on-occurrences-changed.ts'
import * as store from './store.ts'
import { loadCycles } from './load-cycles.ts'
import { cannotBePlanned, finishedNotice } from './words.ts'

declare module '../platform/news/news.ts' {
  interface NewsKinds {
    'cycle.updated': true
    'cycle.deleted': true
  }
}

/** The functions of cycles that the planner calls. */
export const cycleSource: Source = {
  ...commonSourceMethods('cycle', cannotBePlanned),
  prepare,
  planned,
  occurrencesChanged,
  findPresent: store.findPresent,
  lastSlots,
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
  const loadedCycles = await loadCycles(tx, ids)
  const contents = await readSlotContents(tx, 'cycle', ids)
  const prepared = new Map<string, Prepared>()
  for (const one of due) {
    const loaded = loadedCycles.get(one.sourceId)
    if (!loaded) continue
    const own = contents.get(one.sourceId)
    const answer = one.continued?.decided
      ? prepareNextSlice(loaded, one.continued.decided)
      : await decide(ctx, tx, { loaded, due: one, own, isSending: sending.has(one.sourceId) })
    if (answer) prepared.set(one.sourceId, answer)
  }
  return prepared
}

type DecisionInput = {
  loaded: LoadedCycle
  due: Due
  /** The contents that were set for single slots. */
  own: OwnContents
  isSending: boolean
}

type OwnContents = readonly Pick<SlotContent, 'slotAt' | 'following' | 'contentId'>[] | undefined

/** What a slot sends, or why it sends nothing; undefined if its cycle must not send now. */
async function decide(
  ctx: Context,
  tx: Tx,
  { loaded: read, due, own: contents, isSending }: DecisionInput,
): Promise<Prepared | undefined> {
  const { row } = read
  const now = ctx.clock.now()
  const { slotAt } = due
  if (slotAt && !sendsAtItsSlots(row)) return undefined
  const obstacle = slotAt && obstacleOf(row, isSending, { slotAt, now })
  if (obstacle && obstacle.kind === 'wait') return obstacle
  const loaded = skipLate(read, due.late, contents)
  const own = contentAt(contents, due.originalAt)?.contentId
  const facts =
    slotAt && row.schedule
      ? factsAt(row.schedule, loaded.targets)(slotAt)
      : presentFacts(loaded, now)
  const onward = (sent: Position): Onward => ({
    from: row.position,
    ifSent: storedPosition(sent, loaded.rotation.groupIds),
    ifSkipped: slotAt ? positionIfSkipped(loaded, own === undefined ? facts : null) : null,
  })
  const unmoved = onward(loaded.position)
  const skip = (reason: SkipReason) => ({ kind: 'skip', reason, onward: unmoved }) as const
  if (obstacle) return skip(obstacle.reason)
  if (own && facts.reachable.size === 0) return skip(whyNobody(loaded, facts))
  if (own) return plannerAnswer(loaded, { contents: [own] }, unmoved)
  const decision = stepsAt(loaded.rotation, loaded.position, facts)
  if (decision.kind === 'send') {
    return plannerAnswer(loaded, decidedFor(loaded, decision), onward(decision.after))
  }
  if (decision.reason === 'ended') {
    return { kind: 'end', missed: missedOf(read, due.late, contents), onward: unmoved }
  }
  return skip(decision.reason === 'no_groups' ? whyNobody(loaded, facts) : 'no_steps')
}

/** Given back in `planned`: the position before the slot, after it if it is sent, and after it if it is skipped. */
type Onward = { from: StoredPosition; ifSent: StoredPosition; ifSkipped: StoredPosition | null }

/** The position after a skipped slot that would have sent steps by these facts; null if they are not skipped with it. */
function positionIfSkipped(
  { row, rotation, position }: LoadedCycle,
  facts: SlotFacts | null,
): StoredPosition | null {
  if (!row.advanceOnSkip) return null
  return storedPosition(facts ? skipSlot(rotation, position, facts) : position, rotation.groupIds)
}

/** Why no group gets it: all are in quiet hours, or none can be reached. */
const whyNobody = ({ targets }: LoadedCycle, { reachable }: SlotFacts) =>
  targets.some((one) => isOpen(one) && !reachable.has(one.groupId))
    ? ('quiet_hours' as const)
    : ('no_groups' as const)

/**
 * The cycle after slots that nothing was sent for, because the planner could not run. If `advanceOnSkip` is set,
 * their steps count as used. A slot with its own text has none.
 */
function skipLate(loaded: LoadedCycle, late: readonly LateSlot[], own: OwnContents): LoadedCycle {
  const { row, rotation, targets } = loaded
  if (!row.advanceOnSkip || !row.schedule) return loaded
  const facts = factsAt(row.schedule, targets)
  let { position } = loaded
  for (const { at, originalAt } of late) {
    if (!contentAt(own, originalAt)) position = skipSlot(rotation, position, facts(at))
  }
  return { ...loaded, position }
}

/** For how many of these slots, from the first on, a cycle that has ended now had something left. */
function missedOf(loaded: LoadedCycle, late: readonly LateSlot[], own: OwnContents): number {
  const { row, rotation, targets } = loaded
  const facts = row.schedule && factsAt(row.schedule, targets)
  if (!facts) return 0
  const ends = late.findIndex(({ at, originalAt }, n) => {
    if (contentAt(own, originalAt)) return false
    const { position } = skipLate(loaded, late.slice(0, n), own)
    const decision = stepsAt(rotation, position, facts(at))
    return decision.kind === 'nothing' && decision.reason === 'ended'
  })
  return ends < 0 ? late.length : ends
}

/**
 * Moves cycles to their next slot. The steps of a skipped slot are sent at the next one, unless
 * `advanceOnSkip` is set.
 */
async function planned(ctx: Context, tx: Tx, slots: readonly Planned[]): Promise<void> {
  if (slots.length === 0) return
  const ids = slots.map(({ sourceId }) => sourceId)
  const rows = new Map((await store.lockThese(tx, ids)).map((row) => [row.id, row]))
  const moves = slots.map((slot): store.Move => {
    const { sourceId, slotAt, nextSlotAt, opened, skipped, decided, ended: hasEnded } = slot
    const onward = slot.onward as Onward | undefined
    const isSent = opened && !skipped
    const row = rows.get(sourceId)
    // It was read without a lock: since then groups may have been merged, or the position may have been rolled back.
    const isNew = opened || hasEnded
    if (isNew && row && onward && !isDeepStrictEqual(row.position, onward.from))
      throw changedMeanwhile()
    return {
      sourceId,
      slotAt,
      nextSlotAt,
      position: (isNew && (isSent ? onward?.ifSent : onward?.ifSkipped)) || null,
      said: isSent,
      isLast: hasEnded === true || (isSent && decided?.isLast === true),
      // It may have been suspended or paused since then.
      stays: slotAt !== null && row !== undefined && !sendsAtItsSlots(row),
    }
  })
  const moved = await store.moveOn(tx, moves, ctx.clock.now())
  await publishChanged(tx, 'cycle', moved)
  const finished = moved.flatMap(({ id, status }) => {
    const row = rows.get(id)
    return row && status === 'finished' && row.status !== 'finished' ? [row] : []
  })
  const lastOnes = new Set(
    moves.filter(({ said, isLast }) => said && isLast).map((move) => move.sourceId),
  )
  // The last occurrence notifies the user when it ends.
  const notices = await noticesOfEnds(
    ctx,
    tx,
    finished.filter(({ id }) => !lastOnes.has(id)),
  )
  await ended(ctx, tx, finished, notices)
  await notifyOutOfDate(ctx, tx, slots, rows)
}

async function noticesOfEnds(
  ctx: Context,
  tx: Tx,
  rows: readonly store.CycleRow[],
): Promise<UserNotice[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const lasts = await latestOccurrences(tx, 'cycle', ids)
  const textsLeft = await countTextsLeft(tx, rows, ctx.clock.now())
  return rows.map((row) => {
    const last = lasts.get(row.id)
    const haveArrived = !last?.finishedAt || last.status === 'done'
    return {
      userId: row.userId,
      notice: finishedNotice(row, { haveArrived, textsLeft: textsLeft.get(row.id) ?? 0 }),
    }
  })
}

/** The planner tries again by itself; a person is asked to. */
const changedMeanwhile = () =>
  new AppError('conflict', 'This cycle changed at this moment. Try again.')
