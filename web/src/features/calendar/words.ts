import type { Send } from '@carillon/contract/calendar'
import { wallClock } from '../../ui/time/words.ts'
import { count, withCommas } from '../../ui/words.ts'
import { keptWords, waitWords } from '../groups/delayWords.ts'
import { localOf } from '../schedule/when.ts'
import { shortDayWords } from './days.ts'
import type { Fold, State } from './fold.ts'
import { goesAt, type Waits } from './sends.ts'

// What Today shows, too, is in sends.ts: the lists load nothing of this.

/** The number of sends: `12 sends`, or `more than 640 sends` if not all were counted. */
export const countWords = (of: { count: number; atLeast?: true | undefined }) =>
  `${of.atLeast ? 'more than ' : ''}${count(of.count, 'send')}`

type Whole = { count: number; sends: readonly Pick<Send, 'status' | 'changed' | 'missed'>[] }

/** The same of a day of which all sends are known, with those that are skipped: `2 sends, one of them skipped`. */
export function dayCountWords(day: Whole): string {
  const skipped = day.sends.filter(
    ({ status, changed, missed }) => !missed && (status === 'skipped' || changed === 'skipped'),
  ).length
  if (skipped === 0) return countWords(day)
  if (skipped === day.count) return `${countWords(day)}, skipped`
  return `${countWords(day)}, ${skipped === 1 ? 'one' : skipped} of them skipped`
}

/** The number of further sends: `+12 more`, or `640+ more` if not all were counted. */
export const moreWords = (n: number, of: { atLeast?: true | undefined } | undefined) =>
  of?.atLeast ? `${withCommas(n)}+ more` : `+${withCommas(n)} more`

/** The same with how many of them failed: `+12 more, 2 failed`. */
export const hiddenWords = (
  { rest, failed }: { rest: number; failed: number },
  of: { atLeast?: true | undefined } | undefined,
) => `${moreWords(rest, of)}${failed > 0 ? `, ${withCommas(failed)} failed` : ''}`

/** How often a series goes out: `72×`, or `640+×` if not all were counted. */
export const timesWords = (n: number, atLeast: true | undefined) =>
  `${withCommas(n)}${atLeast ? '+' : ''}×`

/** `00:00–23:40`. */
export const spanWords = ({ span }: Pick<Fold, 'span'>) =>
  span && `${wallClock(span.first)}–${wallClock(span.last)}`

/** `2 failed`, without its number. */
export const stateWords = ({ label, count }: State) =>
  label === 'Reaches no group' && count > 1 ? 'reach no group' : label.toLowerCase()

/** The states of which a person should know at once. */
export const troubles = (states: readonly State[]) => states.filter(({ label }) => !CALM.has(label))

const CALM = new Set(['Upcoming', 'Sending', 'Sent'])

/** All that a series in one row shows by place and color: `from 00:00 to 23:40: 2 failed, 70 upcoming`. */
export function foldWords({ span, states }: Fold): string {
  const all = states.map((state) => `${withCommas(state.count)} ${stateWords(state)}`).join(', ')
  if (!span) return all
  return `from ${wallClock(span.first)} to ${wallClock(span.last)}: ${all}`
}

/** When it goes, if that is later than its time: `08:00`, or `Tue 08:00` on another day; else empty. */
export function laterWords(send: Waits & Pick<Send, 'local'>, timeZone: string): string {
  const at = goesAt(send)
  if (at === send.at) return ''
  const [day = '', time = ''] = localOf(new Date(at), timeZone).split('T')
  return [send.local.startsWith(day) ? '' : shortDayWords(day), wallClock(time)].join(' ').trim()
}

/** The effect of clock changes, quiet hours and limits on it, in words. */
export const noteOf = (send: Send, timeZone: string): string =>
  [
    markNote(send),
    keptWords(send, timeZone),
    send.waitsFor &&
      `Waits ${send.waitsFor === 'gap' ? 'at least ' : ''}until ${laterWords(send, timeZone)}: ${waitWords[send.waitsFor]}.`,
  ]
    .filter(Boolean)
    .join(' ')

const markNote = ({ mark, local }: Send): string | undefined =>
  mark === 'gap_shifted'
    ? `The clocks go forward that day, past the time it was set for: it goes at ${wallClock(local)}.`
    : mark === 'overlap_first'
      ? `${wallClock(local)} comes twice that day: it goes the first time.`
      : undefined
