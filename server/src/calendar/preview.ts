import type { HandlerResultOf, ParsedOf } from '@carillon/contract/endpoint'
import type { previewSchedule as contract } from '@carillon/contract/schedule'
import { instant } from '../platform/clock.ts'
import type { Context } from '../platform/context.ts'
import { problems } from '../platform/errors.ts'
import { startLongWork } from '../platform/long-work.ts'
import {
  checkRule,
  removeUnmatchedExceptions,
  dueAt,
  slots,
  completeSchedule,
  words,
} from '../schedule/rules.ts'

/**
 * The next slots of a schedule, saved or not, computed by the function that the planner uses. If the schedule is saved
 * with the returned seed and start, it runs as shown.
 */
export async function previewSchedule(
  ctx: Context,
  { schedule, count, from }: ParsedOf<typeof contract>['body'],
): Promise<HandlerResultOf<typeof contract>> {
  const now = ctx.clock.now()
  const complete = completeSchedule(schedule, now, ctx.random.fraction())
  // Saving removes exceptions that match no slot of the changed rule, so the preview ignores them.
  const letOthersRun = startLongWork()
  const { schedule: withoutUnmatched } = removeUnmatchedExceptions(complete)
  await letOthersRun()
  const found = checkRule(withoutUnmatched)
  if (found.length > 0) throw problems(found)
  await letOthersRun()

  const next = []
  for (const { at, local, mark, movedFrom } of slots(
    withoutUnmatched,
    from ? instant(from) : now,
  )) {
    next.push({
      at: at.toISOString(),
      local,
      ...(mark ? { mark } : {}),
      ...(movedFrom ? { movedFrom: movedFrom.local } : {}),
      dueAt: dueAt(withoutUnmatched, at).toISOString(),
    })
    if (next.length === count) break
    // Finding the next slot can take long, as it may be years ahead: other work goes first.
    await letOthersRun()
  }
  return {
    slots: next,
    words: words(withoutUnmatched, now),
    seed: complete.seed,
    starts: complete.starts,
  }
}
