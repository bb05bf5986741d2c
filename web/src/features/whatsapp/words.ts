import type { Connection } from '@carillon/contract/connections'
import { clockTime } from '../../ui/time/words.ts'
import { localOf } from '../schedule/when.ts'

type Outage = NonNullable<NonNullable<Connection['health']>['outage']>

/** What an outage did: `Away today, 12:04–12:31: 3 copies of messages went late, 1 was skipped.` */
export function awayWords(
  { from, until, late, skipped, failed }: Outage,
  within: (at: string) => string,
  timeZone: string,
): string {
  const dayOf = (at: string) => localOf(new Date(at), timeZone).slice(0, 10)
  const end = until && (dayOf(from) === dayOf(until) ? clockTime(until, timeZone) : within(until))
  const when = end ? `Away ${within(from)}–${end}` : `Away since ${within(from)}`
  const goLate = until ? 'went late' : 'wait'
  const counts = [
    { n: late, did: !until && late === 1 ? 'waits' : goLate },
    { n: skipped, did: skipped === 1 ? 'was skipped' : 'were skipped' },
    { n: failed, did: 'failed' },
  ].filter(({ n }) => n > 0)
  // A message to three groups is three copies.
  const done = counts.map(({ n, did }, at) =>
    at > 0 ? `${n} ${did}` : `${n} ${n === 1 ? 'copy of a message' : 'copies of messages'} ${did}`,
  )
  return done.length > 0 ? `${when}: ${done.join(', ')}.` : `${when}. No message was due.`
}
