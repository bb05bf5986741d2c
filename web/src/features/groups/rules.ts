import type { Group, updateGroup } from '@carillon/contract/groups'
import { GroupRules } from '@carillon/contract/groups/rules'
import type { InputOf } from '@carillon/contract/endpoint'
import type { Weekday } from '@carillon/contract/schedule/rule'
import type { FieldError, Resolver } from 'react-hook-form'

/** The rules of a group in the fields of the dialog; an empty field is no rule. */
export type RulesForm = {
  timeZone: string | null
  quiet: boolean
  from: string
  to: string
  days: Weekday[]
  mode: 'hold' | 'skip'
  dailyCap: string
  minGapMinutes: string
}

/** The fields at which something can be wrong; what is wrong with quiet hours stands at their beginning. */
type RulesField = 'timeZone' | 'from' | 'dailyCap' | 'minGapMinutes'

/** The fields that show a group's rules. */
export function rulesOf({ timeZone, quietHours, dailyCap, minGapMinutes }: Group): RulesForm {
  return {
    timeZone,
    quiet: quietHours !== null,
    from: quietHours?.from ?? '22:00',
    to: quietHours?.to ?? '07:00',
    days: quietHours?.days ?? [],
    mode: quietHours?.mode ?? 'hold',
    dailyCap: dailyCap?.toString() ?? '',
    minGapMinutes: minGapMinutes?.toString() ?? '',
  }
}

/** What the fields say to the server; null takes a rule back. */
export function inputOf(form: RulesForm): Omit<InputOf<typeof updateGroup>['body'], 'rev'> {
  const { timeZone, quiet, from, to, days, mode, dailyCap, minGapMinutes } = form
  const some = days.length > 0 && days.length < 7
  return {
    timeZone,
    quietHours: quiet ? { from, to, mode, ...(some ? { days } : {}) } : null,
    dailyCap: dailyCap === '' ? null : Number(dailyCap),
    minGapMinutes: minGapMinutes === '' ? null : Number(minGapMinutes),
  }
}

/** Checks the fields by the contract's own words. */
export const checkRules: Resolver<RulesForm> = (form) => {
  const { error } = GroupRules.safeParse(inputOf(form))
  const errors: Partial<Record<RulesField | 'root', FieldError>> = {}
  for (const { path, message } of error?.issues ?? []) {
    errors[fieldOf(path.join('.')) ?? 'root'] ??= { type: 'contract', message }
  }
  return Object.keys(errors).length > 0 ? { values: {}, errors } : { values: form, errors: {} }
}

/** The field that a place in the request belongs to. */
export function fieldOf(path: string): RulesField | undefined {
  const [place = ''] = path.split('.')
  if (place === 'quietHours') return 'from'
  return places.find((field) => field === place)
}

const places = ['timeZone', 'dailyCap', 'minGapMinutes'] as const
