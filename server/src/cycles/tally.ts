import type { Simulation } from '@carillon/contract/cycles'
import { days } from '../platform/clock.ts'
import { plain } from '@carillon/contract/content/markup'
import { quoted } from '../notifications/rules.ts'
import type { Slot } from '../schedule/rules.ts'
import type { Forecast, Lanes, SimulatedGroup } from './lanes.ts'
import type { Rotation } from './rounds.ts'

/** If a group gets the same message again within this time, the simulation warns. */
const AGAIN_MS = days(7)

/** More messages a day than this make the simulation warn. */
const MANY_A_DAY = 10

/**
 * What is sent where: the place of the group among the groups, and of the step among the steps; -1 for words that
 * are no step.
 */
export type SentTo = { turn: number; step: number; day: string }

export type Tally = {
  sent(to: SentTo, forecast: Forecast): void
  /** A slot is due while the slot before it is still being sent. */
  overlapped(slot: Slot): void
  /** Where a step stands; -1 for none. */
  placeOf(stepId: string): number
  warnings(told: { texts: readonly string[]; days: number; lanes: Lanes }): Simulation['warnings']
}

/** Counts the sends of a simulation for its warnings. */
export function openTally({ steps }: Rotation, groups: readonly SimulatedGroup[]): Tally {
  const places = new Map(steps.map(({ id }, place) => [id, place]))
  const lastAt = new Float64Array(steps.length * groups.length).fill(-Infinity)
  const said = steps.map(() => 0)
  const reached = groups.map(() => 0)
  const today = groups.map(() => ({ day: '', sends: 0 }))
  const again = new Set<number>()
  let most = { sends: 0, group: '', day: '' }
  let [asleep, capped, overlaps] = [0, 0, 0]

  return {
    placeOf: (stepId) => places.get(stepId) ?? -1,
    overlapped: () => (overlaps += 1),
    sent({ turn, step, day }, { at, rule, skipped }) {
      if (skipped) {
        if (rule === 'quiet_hours') asleep += 1
        else capped += 1
        return
      }
      reached[turn]! += 1
      const own = today[turn]!
      if (own.day !== day) Object.assign(own, { day, sends: 0 })
      own.sends += 1
      if (own.sends > most.sends) most = { sends: own.sends, group: groups[turn]!.title, day }
      if (step < 0) return
      said[step]! += 1
      const key = step * groups.length + turn
      if (at - lastAt[key]! < AGAIN_MS) again.add(step)
      lastAt[key] = at
    },
    warnings({ texts, days: count, lanes }) {
      const named = (place: number) => quoted(plain(texts[place] ?? ''))
      const never = steps.flatMap(({ enabled }, place) =>
        enabled && said[place] === 0
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
        ...never.slice(0, TOLD_MAX),
        ...missed.slice(0, TOLD_MAX),
        ...(first === undefined
          ? []
          : [{ code: 'again', step: first, text: againText(again.size, named(first)) }]),
        ...(most.sends > MANY_A_DAY
          ? [{ code: 'many', text: `“${most.group}” gets ${most.sends} messages on ${most.day}.` }]
          : []),
        ...(tight || overlaps > 0
          ? [{ code: 'outruns', text: overlaps > 0 ? overlapText(overlaps) : OUTRUNS }]
          : []),
        ...(asleep > 0
          ? [
              {
                code: 'quiet_hours',
                text: `${asleep} sends are left out: their groups have quiet hours then.`,
              },
            ]
          : []),
        ...(capped > 0
          ? [
              {
                code: 'cap',
                text: `${capped} sends are left out: their groups take only so many messages.`,
              },
            ]
          : []),
      ]
    },
  }
}

/** How many warnings of one kind are listed one by one. */
const TOLD_MAX = 20

const within = (days: number) => (days === 1 ? 'within a day' : `within ${days} days`)

const againText = (n: number, first: string) =>
  n === 1
    ? `${first} comes to the same group again within 7 days.`
    : `${n} messages, such as ${first}, come to the same group again within 7 days.`

const OUTRUNS =
  'The timetable is faster than a connection may send: the last group gets a message after the next time has come.'

const overlapText = (n: number) =>
  `${n === 1 ? 'One time is' : `${n} times are`} left out: the one before is still being sent then.`
