import type { Connection } from '@carillon/contract/connections'
import { clockTime } from '../../ui/time/words.ts'
import { count } from '../../ui/words.ts'
import { localOf } from '../schedule/when.ts'

type Outage = NonNullable<NonNullable<Connection['health']>['outage']>

/** What an outage did: `Away today, 12:04–12:31: 3 messages went late, 1 was skipped.` */
export function awayWords(
  { from, until, late, skipped, failed }: Outage,
  short: (at: string) => string,
  timeZone: string,
): string {
  const dayOf = (at: string) => localOf(new Date(at), timeZone).slice(0, 10)
  const end = until && (dayOf(from) === dayOf(until) ? clockTime(until, timeZone) : short(until))
  const begin = short(from).replace(/^Today/, 'today')
  const when = end ? `Away ${begin}–${end}` : `Away since ${begin}`
  const goLate = until ? 'went late' : 'wait'
  const done = [
    late > 0 && `${count(late, 'message')} ${!until && late === 1 ? 'waits' : goLate}`,
    skipped > 0 && `${count(skipped, 'message')} ${skipped === 1 ? 'was' : 'were'} skipped`,
    failed > 0 && `${count(failed, 'message')} failed`,
  ].filter(Boolean)
  return done.length > 0 ? `${when}: ${done.join(', ')}.` : `${when}. No message was due.`
}
