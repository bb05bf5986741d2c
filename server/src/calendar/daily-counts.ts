import { COUNTED_DAYS, COUNTED_RUNS_MAX, type DailyCounts } from '@carillon/contract/calendar'
import { after, days } from '../platform/clock.ts'
import type { UserContext } from '../platform/context.ts'
import { countRuns, type DayCounts } from './daily-counts-store.ts'
import { dateOf, daysBetween } from './days.ts'
import { readTimeZone } from './store.ts'

/** How the caller's runs of each of the last days have ended, as copies; fewer days if they have too many runs. */
export async function readDailyCounts(ctx: UserContext): Promise<DailyCounts> {
  const timeZone = await readTimeZone(ctx, ctx.user.id)
  const now = ctx.clock.now()
  const first = dateOf(after(now, -days(COUNTED_DAYS - 1)), timeZone)
  const all = daysBetween(first, dateOf(now, timeZone), timeZone).slice(-COUNTED_DAYS)
  const counted = await countRuns(ctx, ctx.user.id, all)
  const counts = all.map(
    ({ date }, index) => [date, counted.find(({ day }) => day === index + 1) ?? NONE] as const,
  )
  const isCut = counted.reduce((sum, { runs }) => sum + runs, 0) === COUNTED_RUNS_MAX
  // Of the earliest day that is counted then, some runs are missing.
  const whole = isCut ? counts.slice(Math.min(...counted.map(({ day }) => day))) : counts
  return {
    timeZone,
    days: whole.map(([date, { sent, failed, skipped, unconfirmed, skippedRuns }]) => ({
      date,
      sent,
      failed,
      skipped,
      unconfirmed,
      skippedRuns,
    })),
  }
}

const NONE: Omit<DayCounts, 'day'> = {
  runs: 0,
  sent: 0,
  failed: 0,
  skipped: 0,
  unconfirmed: 0,
  skippedRuns: 0,
}
