import { useWatch } from 'react-hook-form'
import type { TimingForm } from './timingForm.ts'
import { usePreview } from './usePreview.ts'
import { instantOf } from './when.ts'
import { clockRulesWords } from './words.ts'

/**
 * The instant that the form names for a single time; undefined while it names none. It is that of the server as soon as
 * that has answered, because its clock rules decide: `otherRules` says so if they differ from those of this browser.
 */
export function useSingleTime(): { at: string; twice: boolean; otherRules: string } | undefined {
  const [when, date, time, timeZone] = useWatch<TimingForm, ['when', 'date', 'time', 'timeZone']>({
    name: ['when', 'date', 'time', 'timeZone'],
  })
  const local = when === 'at' && date && time ? `${date}T${time}` : undefined
  const { isCurrent, preview } = usePreview(
    local ? { timeZone, rule: { kind: 'once', at: local } } : undefined,
    [],
  )
  const named = local ? instantOf(local, timeZone) : undefined
  if (!named || named.inGap) return undefined
  const slot = isCurrent ? preview.data?.slots[0] : undefined
  const { twice } = named
  return {
    at: slot?.at ?? named.at.toISOString(),
    twice,
    otherRules: slot ? clockRulesWords(slot, timeZone) : '',
  }
}
