import type { HandlerResultOf, ParsedOf } from '@carillon/contract/endpoint'
import type { previewSchedule as contract } from '@carillon/contract/schedule'
import { instant } from '../platform/clock.ts'
import type { UserContext } from '../platform/context.ts'
import { problems } from '../platform/errors.ts'
import { startLongWork } from '../platform/long-work.ts'
import { readRuled, startForecast } from '../series/actions.ts'
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
  ctx: UserContext,
  { schedule, count, from, groupIds = [] }: ParsedOf<typeof contract>['body'],
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

  const isLeftOut = await leftOutBy(ctx, groupIds)
  const next = []
  let leftOutBefore = 0
  for (const { at, local, mark, movedFrom } of slots(
    withoutUnmatched,
    from ? instant(from) : now,
  )) {
    // Finding the next slot can take long, as it may be years ahead: other work goes first.
    await letOthersRun()
    const due = dueAt(withoutUnmatched, at)
    if (isLeftOut(at, due)) {
      leftOutBefore += 1
      continue
    }
    next.push({
      at: at.toISOString(),
      local,
      ...(mark ? { mark } : {}),
      ...(movedFrom ? { movedFrom: movedFrom.local } : {}),
      dueAt: due.toISOString(),
      ...(leftOutBefore > 0 ? { leftOutBefore } : {}),
    })
    leftOutBefore = 0
    if (next.length === count) break
  }
  return {
    slots: next,
    words: words(withoutUnmatched, now),
    seed: complete.seed,
    starts: complete.starts,
  }
}

/** Whether a slot is left out because the rules of these groups delay the one before. Ask in the order of the slots. */
async function leftOutBy(ctx: UserContext, groupIds: readonly string[]) {
  const chosen = new Set(groupIds)
  const ruled = chosen.size > 0 ? await readRuled(ctx, ctx.user.id) : []
  const ids = new Set(ruled.flatMap(({ id, standIn }) => (chosen.has(id) ? standIn : [])))
  if (ids.size === 0) return () => false
  const forecastOf = await startForecast(ctx, {
    groups: ruled.filter(({ id }) => ids.has(id)),
    exclusive: [{ id: UNSAVED, waitsUntil: null }],
    now: ctx.clock.now(),
  })
  const send = { sourceId: UNSAVED, groupIds: [...ids] }
  return (slotAt: Date, due: Date) =>
    forecastOf({ ...send, plannedAt: slotAt.getTime(), at: due.getTime() }) === 'left out'
}

/** Stands for the series whose schedule is shown. */
const UNSAVED = ''
