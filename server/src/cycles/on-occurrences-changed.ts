import { countFailures, readDecided, type OccurrenceRow } from '../occurrences/actions.ts'
import type { OccurrenceChange } from '../occurrences/port.ts'
import { notifyAll } from '../notifications/actions.ts'
import type { UserNotice } from '../notifications/rules.ts'
import type { Context, Tx } from '../platform/context.ts'
import { publishChanged, replaceLater, withLatest } from '../series/actions.ts'
import { failedTooOften, keepsPauseReason } from '../series/rules.ts'
import { positionsAfter, type Returned } from './position-rollback.ts'
import { completeRows } from './load-cycles.ts'
import { countTextsLeft } from './finished.ts'
import { isAtEnd } from './rotation/step-selection.ts'
import { factsOfStart, isGone } from './slot-facts.ts'
import * as store from './store.ts'
import { readTargets } from './targets-store.ts'
import {
  attentionFor,
  finishedNotice,
  noGroupsLeft,
  noStepsNotice,
  pausedItself,
  pausedNotice,
} from './words.ts'

/**
 * Updates cycles after their latest occurrence changed. Of an older occurrence only the steps matter: if nothing
 * of it was sent, they come again.
 */
export async function occurrencesChanged(
  ctx: Context,
  tx: Tx,
  occurrences: readonly OccurrenceChange[],
): Promise<void> {
  const ids = [...new Set(occurrences.map(({ sourceId }) => sourceId))]
  const cycles = await store.lockThese(tx, ids)
  if (cycles.length === 0) return
  const latest = await withLatest(tx, 'cycle', cycles, occurrences)
  const told = latest.map(({ row: cycle, ...one }) => ({ cycle, ...one }))
  const stops = await whyStopped(tx, told)
  const finished = told.filter(({ cycle }) => cycle.status === 'finished')
  const lasts = await readDecided(
    tx,
    finished.map(({ last }) => last.id),
  )
  const textsLeft = await countTextsLeft(
    tx,
    finished.map(({ cycle }) => cycle),
    ctx.clock.now(),
  )
  const isOver = (cycle: store.CycleRow, one: OccurrenceChange) =>
    one.status !== 'sending' || told.some((last) => last.cycle === cycle && last.occurrence === one)
  const bySource = Map.groupBy(occurrences, ({ sourceId }) => sourceId)
  const places = await positionsAfter(
    tx,
    cycles.map((cycle) => ({
      cycle,
      occurrences: (bySource.get(cycle.id) ?? []).filter((one) => isOver(cycle, one)),
    })),
  )
  const placed = cycles.map((cycle) => ({ ...cycle, ...places.get(cycle.id) }))
  const missed = new Set(
    told.flatMap(({ occurrence, cycle }) => (occurrence.reason === 'late' ? cycle.id : [])),
  )
  const atEnd = await findAtEnd(
    ctx,
    tx,
    placed.filter(({ id, status }) => status === 'finished' && missed.has(id)),
  )
  const used = await stillUsed(tx, told, places)
  const replacing = cycles.flatMap((one) => (one.replacePrevious ? one.id : []))
  await replaceLater(tx, new Set(replacing), occurrences)
  const changes = new Map(placed.map((cycle) => [cycle.id, cycle]))
  const notices: UserNotice[] = []
  for (const one of told) {
    const { cycle, occurrence, last } = one
    const { id, userId, name } = cycle
    const stop = stops.get(id)
    if (stop && cycle.status === 'active') {
      await tx.enqueue('cycles.halt', { cycleId: id })
      // The notice of the occurrence already says no_groups.
      if (stop.code === 'paused_itself')
        notices.push({ userId, notice: pausedNotice(cycle, stop.text) })
      changes.set(id, { ...changes.get(id)!, status: 'paused', attention: stop, nextAt: null })
      continue
    }
    if (occurrence.isNews && occurrence.reason === 'no_steps') {
      notices.push({ userId, notice: noStepsNotice({ id, name }) })
    }
    const hasEnded = cycle.status === 'finished' && lasts.get(last.id)?.isLast === true
    if (hasEnded && occurrence.isNews && occurrence.status !== 'sending') {
      const end = { haveArrived: occurrence.status === 'done', textsLeft: textsLeft.get(id) ?? 0 }
      notices.push({ userId, notice: finishedNotice(cycle, end) })
    }
    const attention =
      occurrence.isSame || keepsPauseReason(cycle, occurrence)
        ? cycle.attention
        : (attentionFor(
            { ...cycle, isAtEnd: atEnd.has(id), comesAgain: !used.has(occurrence.id) },
            occurrence,
          ) ?? (occurrence.status === 'sending' ? cycle.attention : null))
    changes.set(id, { ...changes.get(id)!, attention })
  }
  const changed = await store.setStates(tx, [...changes.values()], ctx.clock.now())
  await publishChanged(tx, 'cycle', changed)
  await notifyAll(ctx, tx, notices)
}

/** Which of these finished cycles have nothing left: started again, they begin at their first step. */
async function findAtEnd(ctx: Context, tx: Tx, rows: readonly store.CycleRow[]) {
  const loaded = rows.length > 0 ? await completeRows(tx, rows) : []
  const now = ctx.clock.now()
  const ended = loaded.filter(({ row, rotation, position, targets }) => {
    const { groupIds } = rotation
    return isAtEnd(rotation, position, factsOfStart(row.schedule, { targets, groupIds, now }))
  })
  return new Set(ended.map(({ row }) => row.id))
}

type One = { cycle: store.CycleRow; occurrence: OccurrenceChange; last: OccurrenceRow }

/**
 * The missed occurrences after which the place did not go back: it was chosen or edited since, or they had a text of
 * their own.
 */
async function stillUsed(tx: Tx, told: readonly One[], places: ReadonlyMap<string, Returned>) {
  const missed = told.filter(({ occurrence }) => occurrence.reason === 'late')
  // A slot that was passed over has no decision: the place did not move with it.
  const decided = await readDecided(
    tx,
    missed.map(({ occurrence }) => occurrence.id),
  )
  return new Set(
    missed.flatMap(({ cycle, occurrence: { id } }) => {
      const { returnedFrom } = places.get(cycle.id) ?? cycle
      return decided.has(id) && returnedFrom !== id ? [id] : []
    }),
  )
}

/**
 * Which cycles pause themselves, and why: they failed too often in a row, or no group can be reached any
 * more.
 */
async function whyStopped(tx: Tx, told: readonly One[]) {
  const failed = told.filter(({ occurrence }) => occurrence.status === 'failed')
  const failures = await countFailures(
    tx,
    'cycle',
    failed.map(({ cycle }) => cycle),
  )
  const nobody = told.filter(({ occurrence }) => occurrence.reason === 'no_groups')
  const targets = await readTargets(
    tx,
    nobody.map(({ cycle }) => cycle.id),
  )
  const stops = failed.flatMap(({ cycle: { id, pauseAfterFailures } }) => {
    const inARow = failures.get(id) ?? 0
    return failedTooOften(inARow, pauseAfterFailures)
      ? [[id, pausedItself(id, inARow)] as const]
      : []
  })
  // Groups that are muted or above the limit of a plan may be reachable at the next slot.
  const lost = nobody.filter(({ cycle }) => (targets.get(cycle.id) ?? []).every(isGone))
  return new Map([...stops, ...lost.map(({ cycle: { id } }) => [id, noGroupsLeft(id)] as const)])
}
