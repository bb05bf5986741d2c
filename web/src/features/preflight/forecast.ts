import type { Preflight } from '@carillon/contract/messages'
import { zoneCity } from '@carillon/contract/zones'
import { clockTime, shortTime } from '../../ui/time/words.ts'
import { count } from '../../ui/words.ts'
import { localOf } from '../schedule/when.ts'

type Times = Pick<NonNullable<Preflight['forecast']>, 'dueAt' | 'lastAt' | 'isLater' | 'sends'>
/** `zone`: that of the schedule; where it is another than that of the user, it is said in whose time this is. */
type Clock = { timeZone: string; zone: string | undefined; now: number }

/** When the last group has it: `12 messages; the last group has it at 09:04 in Berlin.`, or after it. */
export function forecastWords(
  { dueAt, lastAt, isLater, sends }: Times,
  { timeZone, zone, now }: Clock,
): string {
  const dayOf = (at: string) => localOf(new Date(at), timeZone).slice(0, 10)
  const last =
    dayOf(lastAt) === dayOf(dueAt)
      ? `${isLater ? 'after' : 'at'} ${clockTime(lastAt, timeZone)}`
      : `${isLater ? 'after' : 'by'}: ${shortTime(lastAt, timeZone, now)}`
  const where = zone === undefined || zone === timeZone ? '' : ` in ${zoneCity(timeZone)}`
  return sends === 1
    ? `1 message; the group has it ${last}${where}.`
    : `${count(sends, 'message')}; the last group has it ${last}${where}.`
}
