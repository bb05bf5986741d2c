import type { OccurrenceStatus } from '@carillon/contract/deliveries'
import type { Missed, OccurrenceChange } from './port.ts'
import { CUT_SHORT, STOPPED_SHORT } from './rules.ts'

/** Why a delivery is skipped: code and words. */
export const skipWords = {
  late: 'It was not sent: its time had passed.',
  paused: 'It was not sent: it was paused.',
  canceled: 'It was not sent: it was cancelled.',
  deleted: 'It was not sent: it was deleted.',
  quiet_hours: 'It was not sent: the group had quiet hours.',
  cap: 'It was not sent: the group had as many messages as it takes on one day.',
  gap: 'It was not sent: the group had another message too shortly before.',
  group_muted: 'It was not sent: the group is muted.',
  group_lost: 'It was not sent: the group cannot be reached any more.',
  group_suspended: 'It was not sent: the group is above the limit of your plan.',
  group_disconnected:
    'It was not sent: the token of its bot was changed. Paste the current token, then send it again.',
  group_removed: 'It was not sent: the group was removed.',
  own_chat_ended: 'It was not sent: that chat takes no more tests.',
  same_chat: 'It was not sent: the same chat has it by another of your groups.',
} as const
export type SkipCode = keyof typeof skipWords

/** Why an occurrence was skipped, or why deliveries of it are missing, in words; and whether its time had passed. */
export function occurrenceReason({ status, reason }: Ended): { reason?: string; missed?: true } {
  if (status === 'skipped') {
    return { reason: occurrenceWords(reason), ...(reason === 'late' ? { missed: true } : {}) }
  }
  const words = shortWords[reason ?? '']
  return words ? { reason: words } : {}
}

/** Why all of it was skipped, in words. */
export const occurrenceWords = (reason: string | null): string =>
  occurrenceReasons[reason ?? ''] ?? 'It was not sent.'

/** What is counted: a cycle may send several messages to one group at the same time. */
export type Counted = 'groups' | 'sends'

const countedWords = {
  groups: { got: 'got it', missed: 'did not get it', doubted: 'may have it' },
  sends: { got: 'arrived', missed: 'did not arrive', doubted: 'may have arrived' },
} as const satisfies Record<Counted, object>

/** How many of its groups did not get it, which one, and why. */
export function missingWords(
  { total, missed }: Outcome,
  missing: number,
  counted: Counted = 'groups',
): string {
  const group = missed && shortened(missed.group)
  const why = missed?.reason ? `: ${withinSentence(missed.reason)}` : '.'
  if (missing === 1 && group) return `${group} did not get it${why}`
  if (total === 1) return 'The group did not get it.'
  const many =
    missing === total
      ? `None of the ${total} ${counted} ${countedWords[counted].got}.`
      : `${missing} of ${total} ${counted} ${countedWords[counted].missed}.`
  return [many, missedWords({ missed })].filter(Boolean).join(' ')
}

/** The first group that did not get a late occurrence, and why; undefined if only its time had passed. */
export function lateWords(late: Outcome): string | undefined {
  const why = late.missed?.reason
  return why && why !== skipWords.late ? missingWords(late, late.total) : undefined
}

/** A sentence about the deliveries that are still to be sent. */
export const restWords = ({ status }: Pick<OccurrenceChange, 'status'>): string =>
  status === 'sending' ? ' The rest is still to come.' : ''

/** The first group that did not get it, and why, as a sentence; empty if it is not known. */
const missedWords = ({ missed }: { missed?: Missed | undefined }): string =>
  missed?.reason ? `${shortened(missed.group)}: ${withinSentence(missed.reason)}` : ''

/** How many of its groups may have it, and which one. */
export function doubtWords(
  { total, unconfirmed, doubted }: Outcome,
  counted: Counted = 'groups',
): string {
  const one = doubted ? shortened(doubted.group) : total === 1 ? 'The group' : undefined
  const who =
    unconfirmed === 1 && one
      ? `${one} ${countedWords.groups.doubted}`
      : `${unconfirmed} of ${total} ${counted} ${countedWords[counted].doubted}`
  return `${who}: the network did not answer.`
}

/** The words if no group is left. */
export const NO_GROUP_LEFT = 'It has no group left to go to.'

/** Why a series or a cycle paused itself: it failed this many times in a row. */
export const pausedItselfWords = (failures: number): string =>
  failures === 1
    ? 'It failed, so it paused itself.'
    : `It failed ${failures} times in a row, so it paused itself.`

/** The words for groups without a delivery, if other groups got it; empty for other reasons. */
export const neverWrittenWords = (reason: string | null | undefined): string =>
  neverWritten[reason ?? ''] ?? ''

/** The words if no group got it, because no delivery was written. */
export const NONE_PREPARED = 'It could not be prepared for sending, and no group got it.'

/** The words for an occurrence that was stopped early; the beginning of a sentence. */
export const CUT_SHORT_WORDS = 'It could not be prepared for all of its groups'

type Outcome = Pick<OccurrenceChange, 'total' | 'unconfirmed' | 'missed' | 'doubted'>

/** Longest name of a group within a sentence, in characters. */
const NAME_MAX = 60

function shortened(name: string): string {
  const characters = Array.from(name.trim().replaceAll(/\s+/g, ' '))
  return characters.length > NAME_MAX
    ? `${characters.slice(0, NAME_MAX - 1).join('')}…`
    : characters.join('')
}

/** A reason as the end of a sentence: names keep their capital. */
const withinSentence = (reason: string) =>
  reason
    .replace(/^It was not sent: /, '')
    .replace(/^(?:An?|Its?|The|There|This|Writing)\b/, (word) => word.toLowerCase())

type Ended = { status: OccurrenceStatus; reason: string | null }

const occurrenceReasons: Partial<Record<string, string>> = {
  ...skipWords,
  no_groups: 'It was not sent: it has no group to go to.',
  no_steps: 'It was not sent: none of its messages could be sent that day.',
  overlap: 'It was not sent: the one before it was still being sent.',
  will_overlap: 'It will not be sent: the one before it is still being sent then.',
  exception: 'You skipped it.',
  [STOPPED_SHORT]: 'It was not sent: it was stopped.',
}

const shortWords: Partial<Record<string, string>> = {
  [CUT_SHORT]: `${CUT_SHORT_WORDS}. The rest of them did not get it.`,
  [STOPPED_SHORT]:
    'It was stopped before it was prepared for all of its groups. The rest of them did not get it.',
}

const neverWritten: Partial<Record<string, string>> = {
  [CUT_SHORT]: 'For the rest of them it could not be prepared.',
  [STOPPED_SHORT]: 'It was stopped before it was prepared for the rest of them.',
}
