import type { Send } from '@carillon/contract/calendar'
import type { paths as allPaths } from '../../app/paths.ts'
import { withVariableNames } from '../compose/content/withVariableNames.ts'
import type { Tone } from '../../ui/Status.tsx'

type Words = { label: string; tone: Tone }

/** The status of a send in one or two words. */
export function sendWords(send: Stands): Words {
  const { status, changed, deleted, missed, unsure, unreachable } = send
  if (changed === 'skipped' && status === 'planned') return { label: 'Skipped', tone: 'neutral' }
  if (unreachable) return { label: 'Reaches no group', tone: 'warn' }
  if (missed) return { label: 'Missed', tone: 'warn' }
  if (unsure) return { label: 'May have been sent', tone: 'warn' }
  if (status === 'done' && deleted) return deletedWords[deleted]
  if (willSkip(send)) return { label: 'Will be skipped', tone: 'warn' }
  const isWaiting = send.waitsUntil ?? (laterAt(send) && !isInQuiet(send))
  return isWaiting ? { label: 'Waiting', tone: 'neutral' } : statusWords[status]
}

type Stands = Pick<Send, 'status' | 'changed' | 'deleted' | 'missed' | 'unsure' | 'unreachable'> &
  Partial<Waits>

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

/** Whether quiet hours and daily limits will skip it in all groups, or the one before it is still being sent then. */
export const willSkip = (send: Partial<Waits>): boolean =>
  send.willSkip ?? keptIn(send, 'skipped') >= groupsOf(send)

/** When the first group gets it: later than its time if all its groups make it wait. */
export const goesAt = (send: Waits): string => laterAt(send) ?? send.at

const laterAt = (send: Partial<Waits>): string | undefined =>
  send.waitsUntil ??
  (keptIn(send, 'held') + keptIn(send, 'skipped') >= groupsOf(send)
    ? [send.quiet, send.limit].flatMap((one) => one?.until ?? []).toSorted()[0]
    : undefined)

/** In how many groups quiet hours and daily limits keep it back. */
const keptIn = ({ quiet, limit }: Partial<Waits>, how: 'held' | 'skipped') =>
  (quiet?.[how] ?? 0) + (limit?.[how] ?? 0)

const groupsOf = ({ groups }: Partial<Waits>) => groups || 1

export type Waits = Pick<
  Send,
  'waitsUntil' | 'waitsFor' | 'quiet' | 'limit' | 'groups' | 'at' | 'willSkip'
>

/** Whether quiet hours make it go later. */
export const isInQuiet = (send: Partial<Waits>): boolean => {
  const until = laterAt(send)
  return until !== undefined && (send.waitsFor === 'quiet_hours' || until === send.quiet?.until)
}
