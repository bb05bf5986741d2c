import { DATES_MAX } from '@carillon/contract/schedule/rule'
import { Moments } from './Moments.tsx'

/** A list of dates with their times. */
export const DatesFields = () => (
  <Moments
    of="dates"
    legend="On"
    noun="date"
    type="datetime-local"
    className="max-w-60"
    max={DATES_MAX}
    next={aWeekAfter}
  />
)

/** A suggestion for the next date; empty until the last one is filled in. */
function aWeekAfter(local = ''): string {
  const at = Date.parse(`${local}:00Z`)
  return Number.isNaN(at) ? '' : new Date(at + 7 * 86_400_000).toISOString().slice(0, 16)
}
