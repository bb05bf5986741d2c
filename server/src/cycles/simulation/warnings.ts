import type { Simulation } from '@carillon/contract/cycles'
import { days, instant } from '../../platform/clock.ts'
import { plain } from '@carillon/contract/content/markup'
import { quoted } from '../../notifications/rules.ts'
import type { Forecast, Lanes, SimulatedGroup } from './lanes.ts'
import type { Rotation } from '../rotation/rounds.ts'

/** If a group gets the same message again within this time, the simulation warns. */
const AGAIN_MS = days(7)

/** If a group gets more messages on one day than this, with those of other sources, the simulation warns. */
const MANY_A_DAY = 10

/**
 * One send: the index of its group (`groupIndex`) and of its step; -1 for a text that is no step.
 */
export type SentTo = { groupIndex: number; step: number; day: string }

export type Tally = {
  sent(to: SentTo, forecast: Forecast): void
  /** A slot is due while the slot before it is still being sent; `group`: the last one, if a rule makes it wait. */
  overlapped(group?: SimulatedGroup): void
  /** The index of a step; -1 if there is none. */
  placeOf(stepId: string): number
  warnings(shown: { texts: readonly string[]; days: number; lanes: Lanes }): Simulation['warnings']
}

/** Counts the sends of a simulation for its warnings; `others`: how many other messages a group gets on a day. */
export function openTally(
  { steps }: Rotation,
  groups: readonly SimulatedGroup[],
  others: (groupId: string, day: string) => number,
): Tally {
  const places = new Map(steps.map(({ id }, place) => [id, place]))
  const lastAt = new Float64Array(steps.length * groups.length).fill(-Infinity)
  const sentCounts = steps.map(() => 0)
  const reached = groups.map(() => 0)
  const today = groups.map(() => ({ day: '', sends: 0, others: 0 }))
  const again = new Set<number>()
  let crowded: Crowded | undefined
  let most: Most = { sends: 0, others: 0, group: '', day: '' }
  let overlaps = 0
  let overlapsFor: SimulatedGroup | undefined
  const leftOut = { quiet_hours: 0, cap: 0, gap: 0, allowance: 0 }
  let later = 0

  return {
    placeOf: (stepId) => places.get(stepId) ?? -1,
    overlapped(group) {
      overlaps += 1
      overlapsFor ??= group
    },
    sent({ groupIndex, step, day }, { at, rule, skipped }) {
      const { groupId, title, dailyCap } = groups[groupIndex]!
      if (rule === 'cap' && dailyCap !== null && !crowded) {
        const besides = others(groupId, day)
        if (besides > 0) crowded = { group: title, dailyCap, others: besides, day }
      }
      if (skipped) {
        if (rule) leftOut[rule] += 1
        return
      }
      if (rule === 'allowance') later += 1
      reached[groupIndex]! += 1
      const own = today[groupIndex]!
      if (own.day !== day) Object.assign(own, { day, sends: 0, others: others(groupId, day) })
      own.sends += 1
      if (own.sends + own.others > most.sends + most.others) most = { ...own, group: title }
      if (dailyCap !== null && own.others > 0 && own.sends + own.others > dailyCap) {
        crowded ??= { group: title, dailyCap, others: own.others, day }
      }
      if (step < 0) return
      sentCounts[step]! += 1
      const key = step * groups.length + groupIndex
      if (at - lastAt[key]! < AGAIN_MS) again.add(step)
      lastAt[key] = at
    },
    warnings({ texts, days: count, lanes }) {
      const named = (place: number) => quoted(plain(texts[place] ?? ''))
      const never = steps.flatMap(({ enabled }, place) =>
        enabled && sentCounts[place] === 0
          ? [
              {
                code: 'step_never',
                step: place,
                text: `${named(place)} does not come ${within(count)}.`,
              },
            ]
          : [],
      )
      const missed = groups.flatMap(({ groupId, title }, place) =>
        reached[place] === 0
          ? [{ code: 'group_never', groupId, text: `“${title}” gets nothing ${within(count)}.` }]
          : [],
      )
      const [first] = again
      const tight = [...lanes.loads.values()].some(({ share }) => share > 1)
      return [
        ...never.slice(0, WARNINGS_LISTED_MAX),
        ...missed.slice(0, WARNINGS_LISTED_MAX),
        ...(first === undefined
          ? []
          : [{ code: 'again', step: first, text: againText(again.size, named(first)) }]),
        ...(most.sends + most.others > MANY_A_DAY ? [{ code: 'many', text: manyText(most) }] : []),
        ...(tight || overlaps > 0
          ? [{ code: 'outruns', text: overlaps > 0 ? overlapText(overlaps, overlapsFor) : OUTRUNS }]
          : []),
        ...leftOutWarning('quiet_hours', leftOut.quiet_hours),
        ...(crowded ? [{ code: 'cap', text: crowdedText(crowded) }] : []),
        ...leftOutWarning('cap', leftOut.cap),
        ...leftOutWarning('gap', leftOut.gap),
        ...(later > 0 ? [{ code: 'allowance', text: laterText(later) }] : []),
        ...leftOutWarning('allowance', leftOut.allowance),
      ]
    },
  }
}

type Rule = NonNullable<Forecast['rule']>

/** The warning about sends that a rule skips. */
const leftOutWarning = (rule: Rule, n: number) =>
  n === 0
    ? []
    : [
        {
          code: rule,
          text: `${n === 1 ? 'One send is' : `${n} sends are`} left out: ${WHY[rule][n === 1 ? 0 : 1]}.`,
        },
      ]

const NO_ROOM = 'the number that sends has no room that day, and none on the next'

/** Why sends are skipped, for one send and for several. */
const WHY: Record<Rule, readonly [string, string]> = {
  quiet_hours: ['its group has quiet hours then', 'their groups have quiet hours then'],
  cap: [
    'its group takes only so many messages a day',
    'their groups take only so many messages a day',
  ],
  gap: [
    'its group takes messages only so long after one another',
    'their groups take messages only so long after one another',
  ],
  allowance: [NO_ROOM, NO_ROOM],
}

const laterText = (n: number) =>
  `${n === 1 ? 'One send goes' : `${n} sends go`} out a day later: the number that sends may send only so many messages on one day.`

/** Most warnings of one kind. */
const WARNINGS_LISTED_MAX = 20

const within = (days: number) => (days === 1 ? 'within a day' : `within ${days} days`)

const againText = (n: number, first: string) =>
  n === 1
    ? `${first} comes to the same group again within 7 days.`
    : `${n} messages, such as ${first}, come to the same group again within 7 days.`

type Most = { sends: number; others: number; group: string; day: string }

function manyText({ sends, others, group, day }: Most): string {
  const besides = others > 0 ? `, ${others} of them from other messages and cycles` : ''
  return `“${group}” gets ${sends + others} messages on ${dayWords(day)}${besides}.`
}

/** A group whose daily limit other sources use as well, and the first day on which that matters. */
type Crowded = { group: string; dailyCap: number; others: number; day: string }

function crowdedText({ group, dailyCap, others, day }: Crowded): string {
  const takes = dailyCap === 1 ? 'one message' : `${dailyCap} messages`
  return `“${group}” takes ${takes} a day, and other messages and cycles send ${others} there on ${dayWords(day)}: not all may go.`
}

/** `1 June 2026`. */
const dayWords = (day: string) => dayFormat.format(instant(`${day}T00:00:00Z`))
const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

const OUTRUNS =
  'The timetable is faster than a connection may send: the last group gets a message after the next time has come.'

const overlapText = (n: number, group: SimulatedGroup | undefined) =>
  `${n === 1 ? 'One run is' : `${n} runs are`} left out: the one before is still being sent then${group ? `, because “${group.title}” has to wait` : ''}.`
