/** The names that a text may have in braces. In each group and each run they are replaced by their values. */
export const VARIABLES = ['group', 'date', 'time', 'n'] as const
export type Variable = (typeof VARIABLES)[number]

/** The value of each variable for one delivery. */
export type Values = Readonly<Record<Variable, string>>

/** What each variable stands for, as people read it. */
export const variableWords: Readonly<Record<Variable, string>> = {
  group: 'Group name',
  date: 'Date',
  time: 'Time',
  n: 'Number of the run',
}

const PLAIN: Values = { group: 'group name', date: 'date', time: 'time', n: 'number' }

/** Replaces each variable by its name in words, for a text without markup that is shown outside a run. */
export const withVariableNames = (text: string): string => fill(text, PLAIN)

/** What may be between the braces: one word or a few, so that other braces stay text. */
const NAME = /^ ?[\p{L}\p{N}](?:[\p{L}\p{N}_ -]{0,30}[\p{L}\p{N}])? ?$/u
const NAME_MAX = 34

/** The variable at this position of a text: its name, and where it ends. */
export function variableAt(text: string, at: number): { name: string; end: number } | undefined {
  if (!text.startsWith('{{', at)) return undefined
  let end = at + 2
  while (end < text.length && end - at - 2 <= NAME_MAX && !/[{}\n]/.test(text[end] ?? '')) end += 1
  const name = text.slice(at + 2, end)
  if (!text.startsWith('}}', end) || !NAME.test(name)) return undefined
  return { name: name.trim().toLowerCase(), end: end + 2 }
}

/** Whether there is a variable of this name. */
export const isVariable = (name: string): name is Variable => VARIABLES.includes(name as Variable)

/** The value of a variable; what was written if there is no variable of this name. */
export const valueOf = (name: string, written: string, values: Values | undefined): string =>
  values && isVariable(name) ? values[name] : written

/**
 * Replaces the variables of a text without markup, such as an answer of a poll. Braces after a backslash stay as they
 * are. Every name found is added to `named`.
 */
export function fill(text: string, values: Values | undefined, named?: Set<string>): string {
  if (!text.includes('{{')) return text
  let filled = ''
  let at = 0
  while (at < text.length) {
    const escaped = text[at] === '\\' ? variableAt(text, at + 1) : undefined
    const found = escaped ? undefined : variableAt(text, at)
    if (escaped) filled += text.slice(at + 1, escaped.end)
    else if (found) {
      named?.add(found.name)
      filled += valueOf(found.name, text.slice(at, found.end), values)
    } else filled += text[at]
    at = (escaped ?? found)?.end ?? at + 1
  }
  return filled
}
