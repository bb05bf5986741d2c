import { wallClock } from '../../ui/time/words.ts'
import { localOf } from './when.ts'
import { weekdayOf } from './timetable.ts'

/** A time that people often mean, on the wall clock of a zone. */
export type Preset = { label: string; local: string }

/** The times that people often mean when they plan something, the sooner first. */
export function presetsAt(now: number, timeZone: string): Preset[] {
  const here = localOf(new Date(now), timeZone)
  const today = here.slice(0, 10)
  const nine = wallClock('09:00')
  const presets = [
    { label: 'This evening', local: `${today}T19:00` },
    { label: `Tomorrow ${nine}`, local: `${dayAfter(today, 1)}T09:00` },
    { label: `Monday ${nine}`, local: `${dayAfter(today, daysToMonday(today))}T09:00` },
  ]
  return presets.filter(
    ({ local }, index) =>
      local > here && presets.findIndex((other) => other.local === local) === index,
  )
}

const daysToMonday = (date: string) =>
  7 - ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].indexOf(weekdayOf(date))

const dayAfter = (date: string, days: number) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
