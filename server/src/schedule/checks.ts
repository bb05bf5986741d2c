import type { FieldProblem } from '@carillon/contract/errors'
import type { Schedule } from '@carillon/contract/schedule'
import { BEGINNING, localOf, wallOf } from './calendar.ts'
import { slotsWithExceptions } from './exceptions.ts'
import { ruleSlots, slotNamed } from './rule-slots.ts'
import { onWallClock, zoneOf } from './wall.ts'
import { gapWords, localGapWords } from './words.ts'

/**
 * Problems, by field, that prevent saving a schedule as active: it has no slots, no slots any more, or exceptions that
 * match no slot. Call `completeSchedule` first, because the schedule counts from its start.
 */
export function checkSchedule(schedule: Schedule, now: Date): FieldProblem[] {
  const passed = checkListed(schedule, now)
  if (passed.length > 0) return passed
  const found = checkRule(schedule)
  const gap = gapWords(schedule)
  if (gap) found.push(problem('rule.at', gap))
  return found.length > 0 ? found : checkFuture(schedule, now)
}

/** The same, independent of the current time: only what is never valid. */
export function checkRule(schedule: Schedule): FieldProblem[] {
  const { ends: _, ...unending } = schedule
  const first = ruleSlots(unending, BEGINNING).next().value
  if (!first) return [neverWords(schedule)]
  if (!ruleSlots(schedule, BEGINNING).next().value) {
    return [problem('ends.on', `It ends before its first time, ${localOf(first.wall)}.`)]
  }
  return checkExceptions(schedule)
}

/**
 * The schedule without the skips and moves that match no slot after a change of its rule; `dropped` has their local
 * times.
 */
export function removeUnmatchedExceptions(schedule: Schedule): {
  schedule: Schedule
  dropped: string[]
} {
  const { skips, moves, ...rest } = schedule
  const isSlot = slotTest(schedule)
  const kept = {
    ...rest,
    ...(skips ? { skips: skips.filter(isSlot) } : {}),
    ...(moves ? { moves: moves.filter(({ from }) => isSlot(from)) } : {}),
  }
  const named = [...(skips ?? []), ...(moves ?? []).map(({ from }) => from)]
  return { schedule: kept, dropped: named.filter((local) => !isSlot(local)) }
}

function checkExceptions(schedule: Schedule): FieldProblem[] {
  const { skips = [], moves = [], timeZone } = schedule
  const isSlot = slotTest(schedule)
  return [
    ...skips.flatMap((local, n) =>
      isSlot(local)
        ? []
        : [
            problem(
              `skips.${n}`,
              `This schedule does not send at ${local}, so there is nothing to skip.`,
            ),
          ],
    ),
    ...moves.flatMap(({ from, to }, n) => {
      const gap = localGapWords(to, timeZone)
      return [
        ...(isSlot(from)
          ? []
          : [
              problem(
                `moves.${n}.from`,
                `This schedule does not send at ${from}, so there is nothing to move.`,
              ),
            ]),
        ...(gap ? [problem(`moves.${n}.to`, gap)] : []),
      ]
    }),
  ]
}

/** The error for a time that has passed. */
export const PASSED = 'This time has passed. Send it now instead.'

/** Problem if all times of a rule that lists its times have passed. */
function checkListed({ timeZone, rule }: Schedule, now: Date): FieldProblem[] {
  if (rule.kind !== 'once' && rule.kind !== 'dates') return []
  if (ruleSlots({ timeZone, rule }, now.getTime()).next().value) return []
  return rule.kind === 'once'
    ? [problem('rule.at', PASSED)]
    : [problem('rule.at', 'All of these times have passed.')]
}

/** Problem if no slot is left. */
function checkFuture(schedule: Schedule, now: Date): FieldProblem[] {
  const { ends, blackouts = [] } = schedule
  if (slotsWithExceptions(schedule, now.getTime()).next().value) return []

  if (ruleSlots(schedule, now.getTime()).next().value) {
    const path = blackouts.length > 0 ? 'blackouts' : 'skips'
    return [problem(path, 'Nothing is left: all upcoming runs are skipped.')]
  }
  return [
    problem(ends && 'on' in ends ? 'ends.on' : 'ends', 'It has ended: its last time has passed.'),
  ]
}

/** Why a rule has no slots at all, at the field that causes it. */
function neverWords({ rule, starts }: Schedule): FieldProblem {
  switch (rule.kind) {
    case 'cron':
      return problem('rule.expression', 'This never comes: no month it names has such a day.')
    case 'every':
      return problem('rule.window', 'None of its times falls into this window.')
    case 'monthly':
      return problem('rule.on', 'This never comes: none of its months has such a day.')
    case 'once':
    case 'dates':
    case 'weekly':
    case 'daily':
      return problem('starts', `All of its times lie before ${starts ?? 'the start'}.`)
  }
}

/** Returns a function that tells whether a local time is a slot of the rule. */
function slotTest(schedule: Schedule): (local: string) => boolean {
  const zone = zoneOf(schedule.timeZone)
  return (local) => slotNamed(schedule, onWallClock(wallOf(local), zone).at) !== undefined
}

const problem = (path: string, message: string): FieldProblem => ({
  path: `schedule.${path}`,
  message,
})
