import type { Send } from '@carillon/contract/calendar'
import type { paths as allPaths } from '../../app/paths.ts'
import { withVariableNames } from '../compose/content/withVariableNames.ts'
import type { Tone } from '../../ui/Status.tsx'

type Words = { label: string; tone: Tone }

/** The status of a send in one or two words. */
export function sendWords(send: Stands): Words {
  const { status, changed, deleted, waitsUntil, missed, unsure, unreachable } = send
  if (changed === 'skipped' && status === 'planned') return { label: 'Skipped', tone: 'neutral' }
  if (unreachable) return { label: 'Reaches no group', tone: 'warn' }
  if (missed) return { label: 'Missed', tone: 'warn' }
  if (unsure) return { label: 'May have been sent', tone: 'warn' }
  if (status === 'done' && deleted) return deletedWords[deleted]
  return waitsUntil ? { label: 'Waiting', tone: 'neutral' } : statusWords[status]
}

type Stands = Pick<
  Send,
  'status' | 'changed' | 'deleted' | 'waitsUntil' | 'missed' | 'unsure' | 'unreachable'
>

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

/** A key that identifies a send, also after it has moved. */
export const sendKey = ({ kind, sourceId, slotAt, occurrenceId, at }: Send) =>
  // A scheduled message has only one coming send, whatever its time.
  `${sourceId} ${occurrenceId ?? (kind === 'scheduled' ? 'next' : (slotAt ?? at))}`

/** When the first group gets it: later than its time if all its groups make it wait. */
export const goesAt = ({ waitsUntil, quiet, groups, at }: Waits): string =>
  waitsUntil ?? (quiet?.until && quiet.held + quiet.skipped >= groups ? quiet.until : at)

export type Waits = Pick<Send, 'waitsUntil' | 'quiet' | 'groups' | 'at'>

/** Whether quiet hours make it go later. */
export const isInQuiet = (send: Waits & Pick<Send, 'waitsFor'>): boolean =>
  goesAt(send) !== send.at && (send.waitsFor ?? 'quiet_hours') === 'quiet_hours'
