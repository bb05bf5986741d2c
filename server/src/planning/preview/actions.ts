import type { AnswerOf, ParsedOf } from '@carillon/contract/endpoint'
import type { previewSchedule as contract } from '@carillon/contract/schedule'
import { instant } from '../../platform/clock.ts'
import type { Context } from '../../platform/context.ts'
import { problems } from '../../platform/errors.ts'
import {
  checkRule,
  dropStrays,
  dueAt,
  firstSlots,
  fixSchedule,
  words,
} from '../../schedule/rules.ts'

/**
 * The next slots of a schedule that need not be saved yet, from the function that the planner reads.
 * Saved with the seed and the start that it answers, the schedule runs as it was shown.
 */
export function previewSchedule(
  ctx: Context,
  { schedule, count, from }: ParsedOf<typeof contract>['body'],
): AnswerOf<typeof contract> {
  const now = ctx.clock.now()
  const given = fixSchedule(schedule, now, ctx.random.fraction())
  // Whoever changes a rule may have changed single runs before: saving drops what it has no place for.
  const { schedule: fixed } = dropStrays(given)
  const found = checkRule(fixed)
  if (found.length > 0) throw problems(found)

  const next = firstSlots(fixed, from ? instant(from) : now, count)
  return {
    slots: next.map(({ at, local, mark, movedFrom }) => ({
      at: at.toISOString(),
      local,
      ...(mark ? { mark } : {}),
      ...(movedFrom ? { movedFrom: movedFrom.local } : {}),
      dueAt: dueAt(fixed, at).toISOString(),
    })),
    words: words(fixed, now),
    seed: given.seed,
    starts: given.starts,
  }
}
