import { isEscapable, isSpace } from './signs.ts'

/** Counts the characters read, so that a test can check that the work is linear. */
export type Meter = { steps: number }

/**
 * A text that is read once from front to back, with indexes of what comes later in it. Searching the rest of the text
 * at each position would take quadratic time for a hostile text.
 */
export type Source = {
  text: string
  meter: Meter
  /** Where the runs of backticks start, by their length. */
  ticks: Map<number, { starts: number[]; next: number }>
  /** The closing parenthesis of each opening one that can hold an address. */
  parens: Map<number, number>
  /** The end of the last line that was asked for. */
  lineEnd: number
}

/** Makes a text ready to be read. */
export function open(text: string, meter: Meter): Source {
  meter.steps += 2 * text.length
  return { text, meter, ticks: ticksOf(text), parens: parensOf(text), lineEnd: -1 }
}

/** The code that opens with so many backticks; only a block, opened by three or more, may have several lines. */
export function codeAt(
  source: Source,
  at: number,
  ticks: number,
): { text: string; end: number } | undefined {
  const alike = ticks === 2 ? undefined : source.ticks.get(ticks)
  if (!alike) return undefined

  const from = at + ticks
  while ((alike.starts[alike.next] ?? Infinity) < from) {
    alike.next += 1
    source.meter.steps += 1
  }
  const to = alike.starts[alike.next]
  if (to === undefined || isBlank(source, from, to)) return undefined
  if (ticks === 1 && to > lineEndAt(source, from)) return undefined
  return { text: source.text.slice(from, to), end: to + ticks }
}

/** The address in the parentheses that open at a position, if a link may have it. */
export function targetAt(source: Source, at: number): { url: string; end: number } | undefined {
  const to = source.parens.get(at)
  if (to === undefined) return undefined

  source.meter.steps += to - at
  const url = source.text.slice(at + 1, to).replace(/\\([!-/:-@[-`{-~])/g, '$1')
  return LINKABLE.test(url) && URL.canParse(url) ? { url, end: to + 1 } : undefined
}

// Anything else (javascript:, data:, a bare word) stays text, so that no link surprises.
const LINKABLE = /^(?:https?:\/\/|tg:|mailto:)/i

/** Whether there is only white space between two positions. */
export function isBlank(source: Source, from: number, to: number): boolean {
  let at = from
  while (at < to && isSpace(source.text[at] ?? '')) at += 1
  source.meter.steps += at - from
  return at >= to
}

function lineEndAt(source: Source, from: number): number {
  if (source.lineEnd < from) {
    const found = source.text.indexOf('\n', from)
    source.lineEnd = found < 0 ? source.text.length : found
    source.meter.steps += source.lineEnd - from
  }
  return source.lineEnd
}

function ticksOf(text: string): Source['ticks'] {
  const ticks: Source['ticks'] = new Map()
  for (const { 0: run, index } of text.matchAll(/`+/g)) {
    const alike = ticks.get(run.length)
    if (alike) alike.starts.push(index)
    else ticks.set(run.length, { starts: [index], next: 0 })
  }
  return ticks
}

// Balanced parentheses on one line, without white space or brackets unless escaped. So the ranges of two links never
// overlap, and no character is read twice.
function parensOf(text: string): Map<number, number> {
  const parens = new Map<number, number>()
  if (!text.includes('](')) return parens

  const opened: number[] = []
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? ''
    if (char === '\\' && isEscapable(text[at + 1] ?? '')) at += 1
    else if (char === '(') opened.push(at)
    else if (char === ')') {
      const from = opened.pop()
      if (from !== undefined) parens.set(from, at)
    } else if (char === '[' || char === ']' || isSpace(char)) opened.length = 0
  }
  return parens
}
