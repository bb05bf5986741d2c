import { isDeepStrictEqual } from 'node:util'
import { countFailures, readDecided, type OccurrenceRow } from '../occurrences/actions.ts'
import type { Decided, Settled } from '../occurrences/port.ts'
import { notifyAll } from '../notifications/actions.ts'
import type { Told } from '../notifications/rules.ts'
import type { Context, Tx } from '../platform/context.ts'
import { publishChanged, withLatest } from '../series/actions.ts'
import { failedTooOften, staysStopped } from '../series/rules.ts'
import type { KeptPosition } from './kept.ts'
import { isGone } from './rotation.ts'
import * as store from './store.ts'
import { readSteps } from './steps-store.ts'
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
 * Updates cycles after their latest occurrence changed; an older occurrence only changes its own numbers. If
 * nothing of it was sent, the position goes back before it, so that its steps are not lost. If a person then
 * sends it, the position goes behind it again.
 */
export async function settled(
  ctx: Context,
  tx: Tx,
  occurrences: readonly Settled[],
): Promise<void> {
  const ids = [...new Set(occurrences.map(({ sourceId }) => sourceId))]
  const cycles = await store.lockThese(tx, ids)
  if (cycles.length === 0) return
  const latest = await withLatest(tx, 'cycle', cycles, occurrences)
  const told = latest.map(({ row: cycle, ...one }) => ({ cycle, ...one }))
  const stops = await whyStopped(tx, told)
  const decided = await readDecided(
    tx,
    told.filter(asksDecided).map(({ last }) => last.id),
  )
  const steps = await readSteps(
    tx,
    told.flatMap(({ cycle, settled }) => (settled.status === 'skipped' ? [cycle.id] : [])),
  )
  const changes = new Map(cycles.map((cycle) => [cycle.id, cycle]))
  const notices: Told[] = []
  for (const one of told) {
    const { cycle, settled, last } = one
    const { id, userId, name } = cycle
    const placed = {
      ...cycle,
      ...returned(one, decided.get(last.id), steps.get(cycle.id) ?? []),
    }
    const stop = stops.get(id)
    if (stop && cycle.status === 'active') {
      await tx.enqueue('cycles.halt', { cycleId: id })
      // The notice of the occurrence already says no_groups.
      if (stop.code === 'paused_itself')
        notices.push({ userId, notice: pausedNotice(cycle, stop.text) })
      changes.set(id, { ...placed, status: 'paused', attention: stop, nextAt: null })
      continue
    }
    if (settled.isNews && settled.reason === 'no_steps') {
      notices.push({ userId, notice: noStepsNotice({ id, name }) })
    }
    const hasEnded = cycle.status === 'finished' && decided.get(last.id)?.isLast === true
    if (hasEnded && settled.isNews && settled.status !== 'sending') {
      notices.push({ userId, notice: finishedNotice(cycle, settled.status) })
    }
    const attention =
      settled.status === 'sending' || staysStopped(cycle, settled)
        ? cycle.attention
        : (attentionFor(cycle, settled) ?? null)
    changes.set(id, { ...placed, attention })
  }
  const changed = await store.setStands(tx, [...changes.values()], ctx.clock.now())
  await publishChanged(tx, 'cycle', changed)
  await notifyAll(ctx, tx, notices)
}

type One = { cycle: store.CycleRow; settled: Settled; last: OccurrenceRow }

/**
 * Whether `decided` of the last occurrence is needed: to move the position or to see that the cycle has
 * ended. It is read only then, because it can be large.
 */
const asksDecided = ({ cycle, settled, last }: One): boolean =>
  settled.status === 'skipped' ||
  cycle.returnedFrom === last.id ||
  (cycle.status === 'finished' && settled.status !== 'sending')

/** The changed position of a cycle, if its latest occurrence changes it. */
function returned(
  { cycle, settled, last }: One,
  decided: Decided | undefined,
  steps: readonly { id: string }[],
): Partial<store.CycleRow> {
  const { before, after } = (decided ?? {}) as { before?: KeptPosition; after?: KeptPosition }
  if (!before || !after) return {}
  if (settled.status === 'skipped') {
    const goesBack =
      !cycle.advanceOnSkip && isDeepStrictEqual(cycle.position, after) && knows(steps, before)
    return goesBack ? { position: before, returnedFrom: last.id } : {}
  }
  return cycle.returnedFrom === last.id ? { position: after, returnedFrom: null } : {}
}

/** Whether all steps of a position still exist: an edit may have removed one while it was being sent. */
function knows(steps: readonly { id: string }[], { place, shared, others }: KeptPosition): boolean {
  const ids = new Set(steps.map(({ id }) => id))
  const places = [place, shared, ...others.map((one) => one.place)]
  return places.every(({ next }) => next === null || ids.has(next.stepId))
}

/**
 * Which cycles pause themselves, and why: they failed too often in a row, or no group can be reached any
 * more.
 */
async function whyStopped(tx: Tx, told: readonly One[]) {
  const failed = told.filter(({ settled }) => settled.status === 'failed')
  const failures = await countFailures(
    tx,
    'cycle',
    failed.map(({ cycle }) => cycle),
  )
  const nobody = told.filter(({ settled }) => settled.reason === 'no_groups')
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
