import type { Group, updateGroup } from '@carillon/contract/groups'
import { GroupRules } from '@carillon/contract/groups/rules'
import type { InputOf } from '@carillon/contract/endpoint'
import type { Weekday } from '@carillon/contract/schedule/rule'

/** What a group bears, as the dialog shows it; empty is no rule. */
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

export type RulesField = 'timeZone' | 'quietHours' | 'dailyCap' | 'minGapMinutes'
export type RulesProblems = Partial<Record<RulesField | 'form', string>>

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

/** What is wrong with the fields, by the contract's own words. */
export function problemsOf(form: RulesForm): RulesProblems {
  const { error } = GroupRules.safeParse(inputOf(form))
  const found: RulesProblems = {}
  for (const { path, message } of error?.issues ?? []) {
    found[fieldOf(path.join('.')) ?? 'form'] ??= message
  }
  return found
}

/** The field that a place in the request belongs to. */
export const fieldOf = (path: string): RulesField | undefined =>
  fields.find((field) => path === field || path.startsWith(`${field}.`))

const fields: readonly RulesField[] = ['timeZone', 'quietHours', 'dailyCap', 'minGapMinutes']
