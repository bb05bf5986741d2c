import type { CycleStatus } from '@carillon/contract/cycles'
import type { Attention } from '@carillon/contract/wire'
import { quoted, type Notice } from '../notifications/rules.ts'
import type { OccurrenceChange } from '../occurrences/port.ts'
import { CUT_SHORT, notSentCount } from '../occurrences/rules.ts'
import {
  doubtWords,
  lateWords,
  missingWords,
  NO_GROUP_LEFT,
  NONE_PREPARED,
  occurrenceReason,
  pausedItselfWords,
  neverWrittenWords,
  restWords,
} from '../occurrences/words.ts'

const hrefOf = (cycleId: string) => `/dashboard/cycles/${cycleId}`
const editOf = (cycleId: string) => `${hrefOf(cycleId)}/edit`

/** The attention of a cycle after its latest occurrence; a good occurrence clears it. */
export function attentionFor(
  cycle: CycleOfAttention,
  occurrence: OccurrenceChange,
): Attention | undefined {
  const cycleId = cycle.id
  const { status, reason, total, sent, unconfirmed } = occurrence
  const look = { label: 'See why', href: hrefOf(cycleId) }
  if (status === 'failed') {
    const text =
      reason === CUT_SHORT && total === 0
        ? NONE_PREPARED
        : [missingWords(occurrence, total, 'sends'), neverWrittenWords(reason)]
            .filter(Boolean)
            .join(' ')
    return { code: 'failed', text, action: look }
  }
  const going = status === 'sending'
  if ((going || status === 'partly') && unconfirmed > 0) {
    return {
      code: 'unconfirmed',
      text: doubtWords(occurrence, 'sends') + restWords(occurrence),
      action: { label: 'Check and answer', href: hrefOf(cycleId) },
    }
  }
  if (going) {
    if (notSentCount(occurrence) === 0) return undefined
    const text = missingWords(occurrence, notSentCount(occurrence), 'sends') + restWords(occurrence)
    return { code: 'partly_sent', text, action: look }
  }
  if (status === 'partly') {
    const missing = total > sent ? missingWords(occurrence, total - sent, 'sends') : ''
    const rest = missing
      ? neverWrittenWords(reason)
      : occurrenceReason({ status, reason: reason ?? null }).reason
    const text = [missing, rest].filter(Boolean).join(' ')
    return { code: 'partly_sent', text, action: look }
  }
  if (status !== 'skipped') return undefined
  if (reason === 'no_steps') return noSteps(cycleId)
  if (reason === 'no_groups') return noneReachable(cycleId)
  if (reason === 'late') {
    const why = lateWords(occurrence)
    return {
      code: 'missed',
      text: `Its last time was missed${why ? `. ${why}` : ': it could not be sent in time.'} ${afterMissed(cycle)}`,
      action: { label: 'Open', href: hrefOf(cycleId) },
    }
  }
  return undefined
}

type CycleOfAttention = {
  id: string
  status: CycleStatus
  advanceOnSkip: boolean
  /** Whether it would begin at its first step if it were started again. */
  isAtEnd?: boolean
  /** Whether the place is before the steps of a missed run, so that they are sent next. */
  comesAgain: boolean
}

/** When the messages of a missed run are sent. */
function afterMissed({ status, advanceOnSkip, isAtEnd, comesAgain }: CycleOfAttention): string {
  const ended = status === 'finished'
  if (advanceOnSkip) return ended ? ENDED : 'The cycle goes on with what comes next.'
  if (ended) return isAtEnd || !comesAgain ? ENDED : `${ENDED} Start the cycle again to send it.`
  if (!comesAgain) {
    return 'What was missed is not sent by itself: the cycle goes on with what comes next.'
  }
  return `What was missed is sent ${status === 'active' ? 'at the next time' : 'once the cycle is resumed'}.`
}

const ENDED = 'The cycle has ended without sending it.'

/** No step can be sent: the user has to add one. */
const noSteps = (cycleId: string): Attention => ({
  code: 'no_steps',
  text: 'None of its messages can be sent now: they are switched off, outside of their days, or have had all their sends.',
  action: { label: 'Edit messages', href: editOf(cycleId) },
})

/** None of its groups can be reached at the moment. */
const noneReachable = (cycleId: string): Attention => ({
  code: 'no_groups',
  text: 'No group that waits for a message can be reached now.',
  action: { label: 'Choose groups', href: editOf(cycleId) },
})

/** None of its groups can be reached any more: the cycle pauses. */
export const noGroupsLeft = (cycleId: string): Attention => ({
  code: 'no_groups',
  text: `${NO_GROUP_LEFT} It was paused.`,
  action: { label: 'Choose groups', href: editOf(cycleId) },
})

/** The cycle paused itself after this many failures in a row. */
export const pausedItself = (cycleId: string, failures: number): Attention => ({
  code: 'paused_itself',
  text: pausedItselfWords(failures),
  action: { label: 'See why', href: hrefOf(cycleId) },
})

/** The planner gave up on a cycle. */
export const cannotBePlanned = (cycleId: string, reason: string): Attention => ({
  code: 'not_planned',
  text: `${reason} It was paused.`,
  action: { label: 'Open', href: hrefOf(cycleId) },
})

type Named = { id: string; name: string }

type End = {
  /** Whether the copies of its last run arrived in all groups. */
  haveArrived: boolean
  /** How many later runs had a text of their own, which is not sent. */
  textsLeft: number
}

/** The notice that a cycle has ended, and with what result. */
export const finishedNotice = ({ id, name }: Named, { haveArrived, textsLeft }: End): Notice => ({
  kind: 'messages',
  reason: 'finished cycles',
  title: `${nameOf(name)} has finished`,
  message: [
    haveArrived ? 'It has sent all its messages.' : 'It has come to its end.',
    haveArrived ? '' : 'Not all of its last messages arrived: look at them.',
    textsLeft === 1 ? 'A later run had its own text, which is not sent.' : '',
    textsLeft > 1 ? `${textsLeft} later runs had their own texts, which are not sent.` : '',
    haveArrived ? 'Start it again, or duplicate it.' : '',
  ]
    .filter(Boolean)
    .join(' '),
  link: hrefOf(id),
  several: (count) => ({
    title: `${count} cycles have finished`,
    message: 'They have come to their end.',
    link: '/dashboard/cycles',
  }),
})

/** The notice that a cycle paused itself, and why. */
export const pausedNotice = ({ id, name }: Named, why: string): Notice => ({
  kind: 'messages',
  reason: 'paused cycles',
  title: `${nameOf(name)} was paused`,
  message: why,
  link: hrefOf(id),
  several: (count) => ({
    title: `${count} cycles were paused`,
    message: 'They need you before they can go on.',
    link: '/dashboard/cycles',
  }),
})

/** The notice that a slot of a cycle had nothing to send. */
export const noStepsNotice = ({ id, name }: Named): Notice => ({
  kind: 'messages',
  reason: 'cycles without steps',
  title: `${nameOf(name)} had nothing to send`,
  message: 'Its messages are switched off, outside of their days, or have had all their sends.',
  link: editOf(id),
  several: (count) => ({
    title: `${count} times cycles had nothing to send`,
    message: 'Their messages are switched off, outside of their days, or have had all their sends.',
    link: '/dashboard/cycles',
  }),
})

/** The notice that the last day of a step has passed while other steps continue. */
export const stepOverNotice = ({ id, name }: Named, text: string): Notice => ({
  kind: 'messages',
  reason: 'steps out of date',
  title: `A message of ${nameOf(name)} is out of date`,
  message: `${quoted(text)} had its last day. The cycle goes on without it.`,
  link: editOf(id),
  several: (count) => ({
    title: `${count} messages of cycles are out of date`,
    message: 'Their cycles go on without them.',
    link: '/dashboard/cycles',
  }),
})

const nameOf = (name: string) => (name.trim() ? quoted(name) : 'A cycle')
