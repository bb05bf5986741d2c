/** The names that a text may have in braces. Each group and each run gets its own words in their place. */
export const VARIABLES = ['group', 'date', 'time', 'n'] as const
export type Variable = (typeof VARIABLES)[number]

/** The words of each variable for one delivery. */
export type Values = Readonly<Record<Variable, string>>

/** What each variable stands for, as people read it. */
export const variableWords: Readonly<Record<Variable, string>> = {
  group: 'Group name',
  date: 'Date',
  time: 'Time',
  n: 'Number of the run',
}

const PLAIN: Values = { group: 'group name', date: 'date', time: 'time', n: 'number' }

/** A text without markup that is shown apart from any run: each variable is replaced by what it stands for. */
export const inPlainWords = (text: string): string => fill(text, PLAIN)

/** What stands between the braces: a word or a few, so that other braces stay text. */
const NAME = /^ ?[\p{L}\p{N}](?:[\p{L}\p{N}_ -]{0,30}[\p{L}\p{N}])? ?$/u
const NAME_MAX = 34

/** The variable that is written at this place of a text: its name, and where it ends. */
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

/** The words of a variable, or what was written if there is none of this name. */
export const valueOf = (name: string, written: string, values: Values | undefined): string =>
  values && isVariable(name) ? values[name] : written

/**
 * A text without markup, such as an answer of a poll, with its variables replaced. A backslash before the
 * braces keeps them as they are. `named` gets every name.
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
