import type { Schedule } from '@carillon/contract/schedule'
import { after, hours } from '../platform/clock.ts'
import { slots, type Slot } from '../schedule/rules.ts'
import { instantOf, type SlotContent, withoutExceptions } from './rules.ts'

/**
 * The contents whose instant no longer matches their local time, with the right instant. Old rows have no
 * local time: they get that of their slot.
 */
export function contentsToRetime(contents: readonly SlotContent[], schedule: Schedule) {
  // An interval in elapsed time keeps its instants when clocks change.
  if (schedule.rule.kind === 'every') return []
  return contents.flatMap(({ body: _body, ...one }) => {
    const local = one.local ?? nearestTo(schedule, one.slotAt)?.local
    if (local === undefined) return []
    const slotAt = instantOf(local, schedule.timeZone)
    const { following } = one
    const stands = +slotAt === +one.slotAt && local === one.local
    return stands
      ? []
      : [{ before: { slotAt: one.slotAt, following }, after: { ...one, slotAt, local } }]
  })
}

/** Clocks change by an hour, rarely more. Beyond this it is another slot. */
const CLOCKS_CHANGE_MS = hours(3)

/** The slot of the rule at this instant, or the nearest one if clocks have changed. */
function nearestTo(schedule: Schedule, at: Date): Slot | undefined {
  let nearest: Slot | undefined
  const away = (slot: Slot) => Math.abs(+slot.at - +at)
  for (const slot of slots(withoutExceptions(schedule), after(at, -CLOCKS_CHANGE_MS))) {
    if (+slot.at > +at + CLOCKS_CHANGE_MS) break
    if (!nearest || away(slot) < away(nearest)) nearest = slot
  }
  return nearest
}
