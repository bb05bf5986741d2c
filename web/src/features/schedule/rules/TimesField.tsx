import { TIMES_MAX } from '@carillon/contract/schedule/rule'
import { Moments } from './Moments.tsx'

/** The times of a day. */
export const TimesField = () => (
  <Moments
    of="times"
    legend="At"
    noun="time"
    type="time"
    className="max-w-36"
    max={TIMES_MAX}
    next={anHourAfter}
  />
)

/** The next time that somebody may mean; after 23:00 the day begins anew. */
function anHourAfter(time = '08:00'): string {
  const hour = (Number(time.slice(0, 2)) + 1) % 24
  return `${String(hour).padStart(2, '0')}:${time.slice(3, 5) || '00'}`
}
