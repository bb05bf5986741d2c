import { parseSync, Visitor } from 'oxc-parser'

/** A test that names the lines of docs/acceptance.md that it holds. */
export type Holder = {
  file: string
  title: string
  lines: number[]
  /** Whether it names a range, which says of no line that somebody has looked for its assertion. */
  ranged: boolean
}

/** `084 …`, `036, 019 …`: three digits each, before the words. Ranges are read too, to be refused. */
const NUMBERED = /^(\d{3}(?:[–-]\d{3})?(?:, \d{3}(?:[–-]\d{3})?)*) (\S.*)$/su

/** The tests in a file whose titles begin with line numbers; `path` is told from the root. Throws on what cannot be read. */
export function holdersIn(path: string, source: string): Holder[] {
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path} cannot be read: ${errors[0]?.message}`)
  const holders: Holder[] = []
  new Visitor({
    CallExpression({ arguments: [first] }) {
      const [, numbers, title] = NUMBERED.exec(titleIn(first)) ?? []
      if (!numbers || !title) return
      const ranged = /[–-]/.test(numbers)
      holders.push({ file: path, title, lines: linesIn(numbers), ranged })
    },
  }).visit(program)
  return holders
}

/** The numbers that `036, 084–086` names. */
export function linesIn(numbers: string): number[] {
  return numbers.split(', ').flatMap((range) => {
    const [from = 0, to = from] = range.split(/[–-]/).map(Number)
    return Array.from({ length: Math.max(0, to - from + 1) }, (_, more) => from + more)
  })
}

type Argument = {
  type: string
  value?: unknown
  quasis?: { value: { cooked?: string | null } }[]
}

/** The text of a literal; where a template computes something there are three dots. */
function titleIn(argument: Argument | undefined): string {
  if (argument?.type === 'Literal' && typeof argument.value === 'string') return argument.value
  if (argument?.type !== 'TemplateLiteral') return ''
  return (argument.quasis ?? []).map(({ value }) => value.cooked ?? '').join('…')
}
