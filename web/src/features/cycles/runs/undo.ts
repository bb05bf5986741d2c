import type { Cycle, CycleSlotChange } from '@carillon/contract/cycles'

/** The calls that restore a run as it is now: first as its timetable has it, then its changes. */
export function stepsBack(exceptions: Cycle['exceptions'], slotAt: string): CycleSlotChange[] {
  const own = exceptions.find((one) => one.slotAt === slotAt)
  return [
    { restore: true },
    ...(own?.skip ? [{ skip: true as const }] : []),
    ...(own?.moveTo ? [{ moveTo: own.moveTo }] : []),
    ...(own?.content ? [{ content: own.content }] : []),
  ]
}
