import type { Cycle, CycleRun, CycleSummary, Step } from '@carillon/contract/cycles'
import { presentOccurrence, presentResult } from '../occurrences/present.ts'
import { nextSlot, words } from '../schedule/rules.ts'
import type { RunForecasts } from '../series/actions.ts'
import { nextRuns } from '../series/present.ts'
import { withoutExceptions, contentAt, exceptionsOf } from '../series/rules.ts'
import { instant, latest } from '../platform/clock.ts'
import { nextDecisions } from './rotation/next-decisions.ts'
import { BEGINNING } from './rotation/position.ts'
import { factsAt, isGone, presentFacts } from './slot-facts.ts'
import { maySendNext } from './status-transitions.ts'
import { stepsAt, type Decision } from './rotation/step-selection.ts'
import type * as reads from './read-models.ts'

/** A cycle in the contract's shape at `now`; exceptions before `now` are left out. */
export function presentCycle(cycle: reads.Shown, now: Date, forecasts?: RunForecasts): Cycle {
  const { row, targets, slotContents } = cycle
  const { schedule } = row
  const remaining = targets.filter(({ status }) => status !== 'removed')
  const topics = remaining.filter((target) => target.topics.length > 0)
  return {
    ...presentSummary(cycle, now, forecasts),
    ...(schedule ? { schedule } : {}),
    steps: stepsOf(cycle),
    groupIds: remaining.map((target) => target.groupId),
    ...(topics.length > 0
      ? { topics: Object.fromEntries(topics.map(({ groupId, topics }) => [groupId, topics])) }
      : {}),
    exceptions: schedule ? exceptionsOf(schedule, slotContents, now) : [],
  }
}

/** A cycle in the shape of lists and live events at `now`. */
export function presentSummary(
  cycle: reads.Summary,
  now: Date,
  forecasts?: RunForecasts,
): CycleSummary {
  const { row, steps, groupIds, groupCount, results, occurrence } = cycle
  const { schedule, color, ends, attention } = row
  const runs = runsOf(cycle, forecasts)
  const mark = runs[0]?.mark
  return {
    id: row.id,
    rev: row.rev,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    ...(attention ? { attention } : {}),
    name: row.name,
    ...(color ? { color } : {}),
    status: row.status,
    stepCount: steps.length,
    groupIds,
    groupCount,
    editedRev: row.editedRev,
    ...(schedule ? { schedule: withoutExceptions(schedule), words: words(schedule, now) } : {}),
    order: row.order,
    mode: row.mode,
    stepsPerSlot: row.stepsPerSlot,
    seed: row.seed,
    ...(ends ? { ends } : {}),
    replacePrevious: row.replacePrevious,
    advanceOnSkip: row.advanceOnSkip,
    catchUpMinutes: row.catchUpMinutes,
    onUnconfirmed: row.onUnconfirmed,
    overlap: row.overlap,
    pauseAfterFailures: row.pauseAfterFailures,
    nextAt: runs[0]?.at ?? null,
    ...(mark ? { nextMark: mark } : {}),
    nextRuns: runs,
    sendNext: sendNextOf(cycle, now),
    lastResults: results.map(presentResult),
    runs: row.runs,
    pausedUntil: row.pausedUntil?.toISOString() ?? null,
    progress: progressOf(cycle, runs, now),
    occurrence: occurrence && presentOccurrence(occurrence),
  }
}

const stepsOf = ({ steps, contents, position }: reads.Shown): Step[] =>
  steps.map(({ id, enabled, weight, fromDay, untilDay, maxSends }) => ({
    id,
    content: contents.get(id)!,
    enabled,
    weight,
    ...(fromDay ? { from: fromDay } : {}),
    ...(untilDay ? { until: untilDay } : {}),
    ...(maxSends === null ? {} : { maxSends }),
    said: position.said[id] ?? 0,
  }))

/** The next slots that the planner will plan, with the step of each. */
function runsOf(cycle: reads.Summary, forecasts: RunForecasts | undefined): CycleRun[] {
  const { row, rotation, position, targets, texts } = cycle
  const { schedule, nextAt } = row
  if (!schedule || !nextAt) return []
  const { overlap, advanceOnSkip } = row
  const { runs, leftOut } = nextRuns(schedule, nextAt, { ...cycle, overlap, forecasts })
  const facts = factsAt(schedule, targets)
  // A slot with its own words uses no step.
  const hasOwn = (slotAt: Date) => contentAt(cycle.rewordedSlots, slotAt) !== undefined
  const own = runs.map(({ slotAt }) => hasOwn(instant(slotAt)))
  const taken = runs.filter((_, n) => !own[n]).map(({ at }) => ({ at: instant(at) }))
  const passed = leftOut
    .filter(({ slotAt }) => advanceOnSkip && !hasOwn(slotAt))
    .map(({ at }) => ({ at, isSkipped: true }))
  const inOrder = [...passed, ...taken].toSorted((a, b) => a.at.getTime() - b.at.getTime())
  const decisions = nextDecisions(
    rotation,
    position,
    inOrder.map(({ at, ...one }) => ({ ...one, ...facts(at) })),
  )
  const listed: CycleRun[] = []
  for (const [n, run] of runs.entries()) {
    if (own[n]) {
      listed.push({ ...run, parts: [] })
      continue
    }
    const decision = decisions.next().value
    if (!decision || (decision.kind === 'nothing' && decision.reason === 'ended')) break
    listed.push({ ...run, parts: partsOf(decision, texts) })
  }
  return listed
}

function partsOf(decision: Decision, texts: reads.Summary['texts']): CycleRun['parts'] {
  if (decision.kind === 'nothing') return []
  return decision.parts.map(({ stepId, groupIds }) => {
    const { text, count } = texts.get(stepId) ?? { text: '', count: 1 }
    return {
      stepId,
      text,
      ...(count > 1 ? { texts: count } : {}),
      groups: groupIds.length,
    }
  })
}

/** The steps that are sent if a person sends the next ones at this moment. */
function sendNextOf(cycle: reads.Summary, now: Date): CycleSummary['sendNext'] {
  const { row, steps, rotation, position, texts } = cycle
  if (!maySendNext(row.status)) return []
  const decision = stepsAt(rotation, position, presentFacts(cycle, now))
  return partsOf(decision, texts).map((part) => ({
    ...part,
    step: steps.findIndex(({ id }) => id === part.stepId),
  }))
}

function progressOf(cycle: reads.Summary, runs: readonly CycleRun[], now: Date) {
  const { row, steps, targets, position } = cycle
  // A lost group stays in the round where it was lost.
  const there = targets.filter((target) => !isGone(target))
  const rounds = (there.length > 0 ? there : targets).map(
    ({ groupId }) => (position.places[groupId] ?? BEGINNING).round,
  )
  const round = row.mode === 'same' ? position.place.round : Math.min(...rounds, Infinity)
  const nextStepId = row.mode === 'own_place' ? null : nextStepOf(cycle, runs, now)
  const at = steps.findIndex(({ id }) => id === nextStepId)
  return {
    round: Number.isFinite(round) ? round : 1,
    nextStepId,
    nextStep: at < 0 ? null : at,
    sends: position.sends,
  }
}

/** The step that is next; of a cycle without slots, if it were sent at its next time. */
function nextStepOf(
  { row, rotation, position, targets }: reads.Summary,
  runs: readonly CycleRun[],
  now: Date,
): string | null {
  const { schedule } = row
  if (runs.length > 0) return runs.find(({ parts }) => parts.length > 0)?.parts[0]?.stepId ?? null
  if (!schedule) return null
  const next = nextSlot(schedule, latest(row.nextAt ?? now, now))?.at ?? now
  const decision = stepsAt(rotation, position, factsAt(schedule, targets)(next))
  return decision.kind === 'send' ? (decision.parts[0]?.stepId ?? null) : null
}
