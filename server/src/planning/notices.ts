import { withVariableNames } from '@carillon/contract/content/variables'
import { quoted, type Notice } from '../notifications/rules.ts'
import type { Described } from './port.ts'
import type { OccurrenceChange } from '../occurrences/port.ts'
import { CUT_SHORT } from '../occurrences/rules.ts'
import {
  CUT_SHORT_WORDS,
  doubtWords,
  lateWords,
  missingWords,
  NO_GROUP_LEFT,
} from '../occurrences/words.ts'

/**
 * The kind of notice: about an end, or that some groups did not get it while others still wait; undefined if the user
 * is not notified.
 */
export type BadEnd = 'missed' | 'no_groups' | 'failed' | 'partly' | 'unconfirmed' | 'cut_short'

/** Whether the user is notified: not if all went well, and not if a person or a group rule decided it. */
export function badEnd(occurrence: OccurrenceChange): BadEnd | undefined {
  const { status, reason, sent, failed, late, unconfirmed } = occurrence
  if (status === 'sending') {
    return unconfirmed > 0 ? 'unconfirmed' : failed + late > 0 ? 'partly' : undefined
  }
  if (status === 'skipped') {
    return reason === 'late' ? 'missed' : reason === 'no_groups' ? 'no_groups' : undefined
  }
  if (reason === CUT_SHORT) return 'cut_short'
  if (unconfirmed > 0) return 'unconfirmed'
  if (failed + late === 0) return undefined
  return sent > 0 ? 'partly' : 'failed'
}

/** The notice for an end, for one source and for several with the same end. */
export function noticeOfEnd(
  end: BadEnd,
  occurrence: OccurrenceChange,
  described: Described,
): Notice {
  const { things, one, page } = kinds[described.kind]
  const words = ends[end]
  const name = nameOf(occurrence, described)
  return {
    kind: 'deliveries',
    reason: `${end} ${things}`,
    title: `${name} ${words.was}`,
    message: words.why(occurrence, described.kind),
    link: `${one}/${occurrence.sourceId}`,
    about: occurrence.id,
    several: (count) => ({
      title: `${count} ${things} ${words.were}, among them ${name}`,
      message: words.whyAll,
      link: page,
    }),
  }
}

const TIME_PASSED = 'Its time had passed before it could go out.'

type End = {
  was: string
  why: (occurrence: OccurrenceChange, kind: Described['kind']) => string
  were: string
  whyAll: string
}

const ends: Record<BadEnd, End> = {
  missed: {
    was: 'was not sent',
    why: (occurrence, kind) => {
      const why = lateWords(occurrence)
      if (kind !== 'scheduled') return `${why ?? TIME_PASSED} It goes on at its next time.`
      return why
        ? `${why} Give it a new time.`
        : `${TIME_PASSED} Send it now, or give it a new time.`
    },
    were: 'were not sent',
    whyAll: 'Their times had passed before they could go out.',
  },
  no_groups: {
    was: 'was not sent',
    why: () => NO_GROUP_LEFT,
    were: 'were not sent',
    whyAll: 'They have no group left to go to.',
  },
  failed: {
    was: 'was not sent',
    why: (occurrence) => missingWords(occurrence, occurrence.total),
    were: 'were not sent',
    whyAll: 'None of their groups got them.',
  },
  partly: {
    was: 'did not reach every group',
    // It does not say that the rest is still to come, because a toast or a mail may be read after it has arrived.
    why: (occurrence) => missingWords(occurrence, occurrence.failed + occurrence.late),
    were: 'did not reach every group',
    whyAll: 'Some of their groups did not get them.',
  },
  cut_short: {
    was: 'did not reach every group',
    why: ({ sent, unconfirmed }, kind) =>
      `${CUT_SHORT_WORDS}, several times in a row. ${gotIt(sent + unconfirmed)} ` +
      (kind === 'scheduled'
        ? 'Give it another time to send it to the others.'
        : 'It goes on at its next time.'),
    were: 'did not reach every group',
    whyAll: 'They could not be prepared for all of their groups.',
  },
  unconfirmed: {
    was: 'may not have arrived',
    why: (occurrence) => `${doubtWords(occurrence)} Look there, then say whether it arrived.`,
    were: 'may not have arrived',
    whyAll: 'The network did not answer. Look in their groups, then say whether they arrived.',
  },
}

/** The notice for a source that was paused, and why. */
export function noticeOfPause(sourceId: string, described: Described, why: string): Notice {
  const { things, one, page } = kinds[described.kind]
  return {
    kind: 'messages',
    reason: `paused ${things}`,
    title: `${nameOf({ slotAt: null }, described)} was paused`,
    message: why,
    link: `${one}/${sourceId}`,
    several: (count) => ({
      title: `${count} ${things} were paused`,
      message: 'They need you before they can go on.',
      link: page,
    }),
  }
}

/** A problem of a run that is due soon: which of its groups cannot get it, and the reason of the first one. */
export type UpcomingProblem = { slotAt: Date; why: string; missing: number; groups: number }

/** The notice for a run that cannot go to all of its groups, shortly before its slot. */
export function noticeOfUpcomingProblem(
  sourceId: string,
  described: Described,
  { slotAt, why, missing, groups }: UpcomingProblem,
  now: Date,
): Notice {
  const { things, one, page } = kinds[described.kind]
  const left = Math.max(1, Math.round((slotAt.getTime() - now.getTime()) / 60_000))
  const soon = `It goes out in ${left} ${left === 1 ? 'minute' : 'minutes'}`
  const others = missing - 1
  return {
    kind: 'deliveries',
    reason: `ahead ${things}`,
    title: `${nameOf({ slotAt }, described)} cannot go to ${missing < groups ? `${missing} of its ${groups} groups` : groups === 1 ? 'its group' : 'any of its groups'}`,
    message: `${soon}. ${why}${others > 0 ? ` ${others} more ${others === 1 ? 'group' : 'groups'} cannot get it, either.` : ''}`,
    link: `${one}/${sourceId}`,
    about: sourceId,
    several: (count) => ({
      title: `${count} ${things} cannot go to all of their groups`,
      message: 'They go out in the next minutes. Look what keeps them.',
      link: page,
    }),
  }
}

/** The new words of an item that warned shortly before a run, after the run was sent. */
export const WENT_OUT = 'Settled: its time has passed. Its page says what became of it.'

/** The new words of an item about a run, after all of its sends have arrived. */
export const ALL_WELL = 'Settled: nothing of it is missing or in doubt any more.'

const kinds = {
  scheduled: {
    things: 'messages',
    one: '/dashboard/messages/edit',
    page: '/dashboard/messages/scheduled',
  },
  automated: {
    things: 'automated messages',
    one: '/dashboard/messages/edit',
    page: '/dashboard/messages/automated',
  },
  cycle: { things: 'cycles', one: '/dashboard/cycles', page: '/dashboard/cycles' },
} as const satisfies Record<Described['kind'], { things: string; one: string; page: string }>

/** The name of a source: its title, or the beginning of its text. */
function nameOf(
  { slotAt, id = null }: { slotAt: Date | null; id?: string | null },
  { title, textOf, kind }: Described,
): string {
  const name = title?.trim() || withVariableNames(textOf({ slotAt, occurrenceId: id }).text.trim())
  if (name) return quoted(name)
  return kind === 'cycle' ? 'A cycle' : 'A message'
}

const gotIt = (n: number) =>
  n === 0 ? 'Nobody got it.' : n === 1 ? 'One group got it.' : `${n} groups got it.`
