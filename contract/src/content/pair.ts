import type { Style } from './entities.ts'
import type { Piece } from './scan.ts'
import { signOf, stylesOf } from './signs.ts'

/**
 * A sign of a style; without a role it has no partner and is text. `___` makes two marks, and the `twin` is the
 * second: which one is the inner one is known only when the first of them closes.
 */
export type Mark = { kind: 'mark'; style: Style; twin: boolean; role: 'start' | 'end' | undefined }

export type Paired = Exclude<Piece, { kind: 'signs' }> | Mark

/**
 * Finds the partner of each sign in a line. Signs close like brackets, the last opened first. A sign that opens
 * inside a link closes inside it.
 */
export function pair(pieces: Piece[]): Paired[] {
  const line: Line = { paired: [], open: [] }
  let outside: Mark[] = []
  for (const piece of pieces) {
    if (piece.kind === 'link') {
      outside = line.open
      line.open = []
    } else if (piece.kind === 'linkEnd') line.open = outside

    if (piece.kind === 'signs') pairCluster(line, piece)
    else line.paired.push(piece)
  }
  return line.paired
}

/** The pieces read so far, and the open marks, the innermost last: at most one of each style. */
type Line = { paired: Paired[]; open: Mark[] }

function pairCluster(line: Line, { text, opens, closes }: Extract<Piece, { kind: 'signs' }>) {
  const runs = runsOf(text)
  const closing = closes && runs.some((run) => lastOpen(line, stylesOf(run)))
  for (const run of runs) {
    const styles = stylesOf(run)
    const open = lastOpen(line, styles)
    if (open && closing) closeRun(line, run, styles)
    else if (open || closing || !opens || styles.length === 0) addText(line, run)
    else openRun(line, styles)
  }
}

const runsOf = (text: string): string[] =>
  text.length === 1 ? [text] : (text.match(/\*+|_+|~+|\|+/g) ?? [])

function openRun(line: Line, styles: readonly Style[]) {
  for (const style of styles) {
    const mark: Mark = { kind: 'mark', style, twin: style !== styles[0], role: undefined }
    line.paired.push(mark)
    line.open.push(mark)
  }
}

/** Closes the styles of a run that are open, the innermost first; signs that close nothing become text after it. */
function closeRun(line: Line, run: string, styles: readonly Style[]) {
  let used = 0
  for (let mark = lastOpen(line, styles); mark; mark = lastOpen(line, styles)) {
    used += signOf[mark.style].length
    close(line, mark)
  }
  if (used < run.length) addText(line, run.slice(used))
}

/** Closes a mark. Marks opened inside it and not closed become text, because nothing can close them any more. */
function close(line: Line, mark: Mark) {
  const { style } = mark
  const twin = line.open[line.open.indexOf(mark) + 1]
  const start = twin?.twin ? twin : mark
  mark.style = start.style
  start.style = style
  start.role = 'start'
  line.open.length = line.open.indexOf(start)
  line.paired.push({ kind: 'mark', style, twin: false, role: 'end' })
}

function lastOpen({ open }: Line, styles: readonly Style[]): Mark | undefined {
  return open.length > 0 ? open.findLast((mark) => styles.includes(mark.style)) : undefined
}

function addText(line: Line, text: string) {
  line.paired.push({ kind: 'text', text })
}
