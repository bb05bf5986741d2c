import type { Holder } from './titles.ts'

/** How many lines the checklist has; their numbers are never given to others. */
const LINES = 235

/** Sentences by the numbers of lines. */
export type Reasons = ReadonlyMap<number, string>

export type Known = {
  holders: readonly Holder[]
  /** Why no test holds a line; counts only while none does. */
  open: Reasons
  /** What the tests of a line leave out. */
  rest: Reasons
}

/** `| 084 | S B | What must hold. | What holds it. |` */
const ROW = /^\| (\d{3}) \| ([^|]+) \| ([^|]+) \| (.*)\|$/

const TOTALS = /^\d+ lines: .*$/m

/** The document with its last column and its totals written anew from the tests and the reasons. */
export function filledIn(document: string, known: Known): string {
  const rows = document.split('\n').map((text) => {
    const [, number = '', tag, words] = ROW.exec(text) ?? []
    return number ? `| ${number} | ${tag} | ${words} | ${cell(Number(number), known)} |` : text
  })
  return rows.join('\n').replace(TOTALS, totals(numbersIn(document), known))
}

/** What keeps the table from being true, in words; empty when it is. */
export function problemsIn(document: string, known: Known): string[] {
  const { holders, open, rest } = known
  const numbers = numbersIn(document)
  const all = Array.from({ length: LINES }, (_, index) => index + 1)
  const stray = (number: number) => !numbers.includes(number)
  return [
    ...told('missing', all.filter(stray)),
    ...told(
      'there twice',
      numbers.filter((number, index) => numbers.indexOf(number) !== index),
    ),
    ...told(
      'without a test, and without a reason why',
      numbers.filter((number) => heldBy(number, known).length === 0 && !open.has(number)),
    ),
    ...told('given a reason, but do not exist', [...open.keys(), ...rest.keys()].filter(stray)),
    ...holders
      .filter(({ ranged }) => ranged)
      .map(
        ({ file, title }) =>
          `“${title}” in ${file} names a range. List each line that one of its assertions holds.`,
      ),
    ...holders.flatMap(({ file, title, lines }) =>
      told(`named by “${title}” in ${file}, but do not exist`, lines.filter(stray)),
    ),
  ]
}

function told(what: string, numbers: readonly number[]): string[] {
  return numbers.length === 0 ? [] : [`Lines that are ${what}: ${numbers.map(named).join(', ')}.`]
}

const numbersIn = (document: string) =>
  document
    .split('\n')
    .map((text) => Number(ROW.exec(text)?.[1] ?? 0))
    .filter((number) => number > 0)

const heldBy = (number: number, { holders }: Known) =>
  holders.filter(({ lines }) => lines.includes(number))

function cell(number: number, known: Known): string {
  const tests = heldBy(number, known).map(
    ({ file, title }) => `[${file.split('/').at(-1)}](../${file}) ${title.replaceAll('|', '\\|')}`,
  )
  const reason = (tests.length === 0 ? known.open : known.rest).get(number)
  return [...tests, ...(reason ? [`**Open:** ${reason}`] : [])].join('<br>')
}

function totals(numbers: readonly number[], known: Known): string {
  const held = numbers.filter((number) => heldBy(number, known).length > 0)
  const partly = held.filter((number) => known.rest.has(number)).length
  const none = numbers.length - held.length
  return `${numbers.length} lines: ${held.length - partly} held, ${partly} held in part, ${none} open.`
}

const named = (number: number) => String(number).padStart(3, '0')
