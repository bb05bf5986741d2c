import type { Schedule } from '@carillon/contract/schedule'
import { zoneCity } from '@carillon/contract/zones'
import { useWatch } from 'react-hook-form'
import { useNow } from '../../ui/time/useNow.ts'
import { inLocale } from '../../ui/time/inLocale.ts'
import { shortTime } from '../../ui/time/words.ts'
import { capital } from '../../ui/words.ts'
import { scheduleOf } from './mapping.ts'
import type { TimingForm } from './timingForm.ts'
import { usePreview } from './usePreview.ts'
import { useSingleTime } from './useSingleTime.ts'

/**
 * When the form will send: in words, and the instants as far as they are known. `before` is the saved schedule that is
 * edited; `delaying`: as for `usePreview`.
 */
export function useTiming(
  before: Schedule | undefined,
  delaying: readonly string[],
): { words: string; times: readonly string[] } {
  const now = useNow()
  const [when, timeZone, timetable] = useWatch<TimingForm, ['when', 'timeZone', 'timetable']>({
    name: ['when', 'timeZone', 'timetable'],
  })
  const single = useSingleTime()
  const repeats = when === 'repeat'
  const { isValid, preview } = usePreview(
    repeats ? scheduleOf(timetable, timeZone, before) : undefined,
    delaying,
  )
  if (when === 'now') return { words: 'Now', times: [new Date(now).toISOString()] }
  if (repeats) {
    const { words = '', slots = [] } = (isValid && preview.data) || {}
    return {
      words: words ? inLocale(capital(words)) : 'No rule yet',
      times: slots.map(({ dueAt }) => dueAt),
    }
  }
  if (!single) return { words: 'No time yet', times: [] }
  const { at } = single
  const words = `${shortTime(at, timeZone, now)} ${zoneCity(timeZone)}`
  return { words: Date.parse(at) > now ? words : `${words} has passed`, times: [at] }
}
