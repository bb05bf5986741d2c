import type { Group } from '@carillon/contract/groups'
import { zoneCity } from '@carillon/contract/zones'
import { wallClock } from '../../../ui/time/words.ts'
import { localOf } from '../../schedule/when.ts'
import { weekdayOf } from '../../schedule/timetable.ts'
import { groupWords } from '../../groups/words.ts'

/** Why a group will not get the message, or will get it at another time. */
export type Obstacle = { kind: 'not' | 'later'; words: string }

/**
 * What stands between a group and what is sent to it at these instants, the sooner first; `timeZone` is
 * that of the user, which a group without one of its own keeps to.
 */
export function obstacleOf(
  group: Group,
  times: readonly string[],
  timeZone: string,
): Obstacle | undefined {
  if (group.status !== 'active') {
    return { kind: 'not', words: group.reason ?? groupWords[group.status].meaning }
  }
  return quietObstacle(group, times, timeZone) ?? limitObstacle(group, times, timeZone)
}

function quietObstacle(group: Group, times: readonly string[], own: string): Obstacle | undefined {
  const { quietHours, timeZone } = group
  if (!quietHours) return undefined
  const zone = timeZone ?? own
  const quiet = times.filter((at) => isQuiet(quietHours, localOf(new Date(at), zone))).length
  if (quiet === 0) return undefined
  const { mode } = quietHours
  const [from, to] = [wallClock(quietHours.from), wallClock(quietHours.to)]
  const where = zone === own ? '' : ` in ${zoneCity(zone)}`
  const hours = `Quiet hours from ${from} to ${to}${where}`
  const all = quiet === times.length ? '' : `${quiet} of `
  const which = times.length === 1 ? 'it' : `${all}the next ${times.length} runs`
  return mode === 'hold'
    ? { kind: 'later', words: `${hours}: ${which} ${quiet === 1 ? 'waits' : 'wait'} until ${to}.` }
    : { kind: 'not', words: `${hours}: ${which} ${quiet === 1 ? 'is' : 'are'} not sent.` }
}

type Hours = NonNullable<Group['quietHours']>

/** Whether a wall time lies in quiet hours. Past midnight they belong to the day they began on. */
function isQuiet({ from, to, days }: Hours, local: string): boolean {
  const [date = '', time = ''] = local.split('T')
  const begin = (day: string) => !days || days.includes(weekdayOf(day))
  if (from < to) return begin(date) && from <= time && time < to
  return (time >= from && begin(date)) || (time < to && begin(dayBefore(date)))
}

const dayBefore = (date: string) =>
  new Date(Date.parse(`${date}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)

/** A rule of the group that the runs themselves break, whatever else is sent to it. */
function limitObstacle(
  { dailyCap, minGapMinutes, timeZone }: Group,
  times: readonly string[],
  own: string,
): Obstacle | undefined {
  // Asked of each chosen group at every key: most have no such rule.
  if (dailyCap === null && !minGapMinutes) return undefined
  const perDay = Map.groupBy(times, (at) => localOf(new Date(at), timeZone ?? own).slice(0, 10))
  const most = Math.max(...[...perDay.values()].map((runs) => runs.length))
  if (dailyCap !== null && most > dailyCap) {
    return {
      kind: 'not',
      words: `Daily limit of ${dailyCap}: more runs on one day are not sent.`,
    }
  }
  const instants = times.map((at) => Date.parse(at))
  const isTooNear = instants.some(
    (at, index) => index > 0 && at - instants[index - 1]! < (minGapMinutes ?? 0) * 60_000,
  )
  return isTooNear
    ? { kind: 'later', words: `Minimum gap of ${minGapMinutes} minutes: some runs wait.` }
    : undefined
}
