import { parse } from '@carillon/contract/content/markup'
import { compile as telegram } from '../server/src/channels/telegram-bot/compile.ts'
import { compile as whatsapp } from '../server/src/channels/whatsapp/compile.ts'
import { say } from './figures.ts'

/** Of one text of a message, at most. */
const TEXT_LENGTH = 20_000

const BAR_MS = 50
const TRIES = 5

/** What makes a parser look back, look ahead, nest or make much of little. */
const HOSTILE = {
  stars: '*',
  'open words': '*a ',
  'closed words': '*a* ',
  'signs in turn': '*_~__||`',
  nested: '*_~a',
  brackets: '[',
  'open links': '[a](',
  links: '[a](https://example.org)',
  'links in links': '[*[a](b)',
  backticks: '`',
  fences: '```\n',
  spoilers: '||a',
  quotes: '> a\n',
  'quotes in quotes': '>> *a\n',
  backslashes: '\\',
  braces: '{{',
  variables: '{{group}}',
  'half variables': '{{group}',
  lines: '\n',
  faces: '*😀_',
  'marks on letters': 'a\u0301*',
}

/** The time that the worst possible texts take in the parser and in the compilation for each network. */
export async function markup(): Promise<boolean> {
  const worst = { one: 0, megabyte: 0 }
  for (const [name, piece] of Object.entries(HOSTILE)) {
    const one = worstOf(piece, TEXT_LENGTH, TRIES)
    const megabyte = worstOf(piece, 1_000_000, 1)
    worst.one = Math.max(worst.one, one)
    worst.megabyte = Math.max(worst.megabyte, megabyte)
    say(
      `markup  ${name.padEnd(16)} ${one.toFixed(1).padStart(6)} ms  1 MB ${megabyte.toFixed(0)} ms`,
    )
  }
  const held = worst.megabyte <= BAR_MS
  say(`markup  the longest text, ${TEXT_LENGTH} characters: at worst ${worst.one.toFixed(1)} ms`)
  say(
    `markup  1 MB, which no call takes and nothing reads as markup: ${worst.megabyte.toFixed(0)} ms  bar: ≤ ${BAR_MS}  ${held ? 'held' : 'MISSED'}`,
  )
  return held
}

/** The longest that one of the ways takes of so many bytes of this. */
function worstOf(piece: string, bytes: number, tries: number): number {
  const text = piece.repeat(Math.ceil(bytes / piece.length)).slice(0, bytes)
  const ways = [
    () => parse(text),
    () => telegram({ kind: 'text', text }),
    () => whatsapp({ kind: 'text', text }),
  ]
  return Math.max(
    ...ways.map((run) => Math.min(...Array.from({ length: tries }, () => timed(run)))),
  )
}

/** Processor time of this thread, so that others on the machine do not count. */
function timed(run: () => unknown): number {
  const before = process.threadCpuUsage()
  run()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}
