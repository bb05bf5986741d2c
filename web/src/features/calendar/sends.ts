import type { Send } from '@carillon/contract/calendar'
import type { paths as allPaths } from '../../app/paths.ts'
import { withVariableNames } from '../compose/content/withVariableNames.ts'
import { quietWords } from '../groups/words.ts'
import { wallClock } from '../../ui/time/words.ts'
import type { Tone } from '../../ui/Status.tsx'
import { count, withCommas } from '../../ui/words.ts'

type Words = { label: string; tone: Tone }

/** The status of a send in one or two words. */
export function sendWords({ status, changed, deleted, waitsUntil, missed, unsure }: Stands): Words {
  if (changed === 'skipped' && status === 'planned') return { label: 'Skipped', tone: 'neutral' }
  if (missed) return { label: 'Missed', tone: 'warn' }
  if (unsure) return { label: 'May have been sent', tone: 'warn' }
  if (status === 'done' && deleted) return deletedWords[deleted]
  return waitsUntil ? { label: 'Waiting', tone: 'neutral' } : statusWords[status]
}

type Stands = Pick<Send, 'status' | 'changed' | 'deleted' | 'waitsUntil' | 'missed' | 'unsure'>

const deletedWords: Record<NonNullable<Send['deleted']>, Words> = {
  all: { label: 'Deleted', tone: 'neutral' },
  some: { label: 'Partly deleted', tone: 'neutral' },
}

const statusWords: Record<Send['status'], Words> = {
  planned: { label: 'Upcoming', tone: 'info' },
  sending: { label: 'Sending', tone: 'busy' },
  done: { label: 'Sent', tone: 'good' },
  partly: { label: 'Partly sent', tone: 'warn' },
  failed: { label: 'Failed', tone: 'danger' },
  skipped: { label: 'Skipped', tone: 'neutral' },
}

/** The name of a send. */
export const sendTitle = ({ title, text }: Send) => withVariableNames(title || text) || 'No text'

/** The page of its source. */
export const sendPath = ({ source, sourceId }: Send, paths: typeof allPaths) =>
  source === 'cycle' ? paths.cycle(sourceId) : paths.editMessage(sourceId)

/** The number of sends: `12 sends`, or `more than 640 sends` if not all were counted. */
export const countWords = (of: { count: number; atLeast?: true | undefined }) =>
  `${of.atLeast ? 'more than ' : ''}${count(of.count, 'send')}`

/** The number of further sends: `12 more`, or `640+ more` if not all were counted. */
export const moreWords = (n: number, of: { atLeast?: true | undefined } | undefined) =>
  `${withCommas(n)}${of?.atLeast ? '+' : ''} more`

/** A key that identifies a send, also after it has moved. */
export const sendKey = ({ kind, sourceId, slotAt, occurrenceId, at }: Send) =>
  // A scheduled message has only one coming send, whatever its time.
  `${sourceId} ${occurrenceId ?? (kind === 'scheduled' ? 'next' : (slotAt ?? at))}`

/** The effect of clock changes and quiet hours on it, in words. */
export const noteOf = (send: Send, timeZone: string): string =>
  [markNote(send), send.quiet && quietWords(send.quiet, timeZone)].filter(Boolean).join(' ')

const markNote = ({ mark, local }: Send): string | undefined =>
  mark === 'gap_shifted'
    ? `The clocks go forward that day, past the time it was set for: it goes at ${wallClock(local)}.`
    : mark === 'overlap_first'
      ? `${wallClock(local)} comes twice that day: it goes the first time.`
      : undefined
