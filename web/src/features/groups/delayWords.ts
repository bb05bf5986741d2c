import type { WaitCode } from '@carillon/contract/deliveries'
import type { Quiet } from '@carillon/contract/groups'
import { clockTime } from '../../ui/time/words.ts'
import { count } from '../../ui/words.ts'

// The lists load these, and nothing else of words.ts.

/** What a send waits for. */
export const waitWords: Record<WaitCode, string> = {
  quiet_hours: 'quiet hours',
  cap: 'the limits of the group',
  gap: 'the minimum gap of the group',
  allowance: 'the number has sent all it may send today',
  restricted: 'the number is restricted',
}

/** What quiet hours and daily limits will do to a send or a run; empty if nothing. */
export const keptWords = (
  { quiet, limit }: { quiet?: Quiet | undefined; limit?: Quiet | undefined },
  timeZone: string,
): string =>
  [quiet && quietWords(quiet, timeZone), limit && quietWords(limit, timeZone, 'Daily limit')]
    .filter(Boolean)
    .join(' ')

/** What quiet hours, or daily limits, will do to a send: `Quiet hours: held until 08:00 in 2 groups.` */
export function quietWords(
  { held, skipped, until }: Quiet,
  timeZone: string,
  rule = 'Quiet hours',
): string {
  const parts = [
    held > 0 &&
      `held${until ? ` until ${clockTime(until, timeZone)}` : ''} in ${count(held, 'group')}`,
    skipped > 0 && `not sent to ${count(skipped, 'group')}`,
  ]
  return `${rule}: ${parts.filter(Boolean).join(', ')}.`
}
