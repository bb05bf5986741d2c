import type { Cycle, CycleSlotChange } from '@carillon/contract/cycles'

/** What puts a run back as it is now, whatever becomes of it: as its timetable has it, then what differed. */
export function stepsBack(exceptions: Cycle['exceptions'], slotAt: string): CycleSlotChange[] {
  const own = exceptions.find((one) => one.slotAt === slotAt)
  return [
    { restore: true },
    ...(own?.skip ? [{ skip: true as const }] : []),
    ...(own?.moveTo ? [{ moveTo: own.moveTo }] : []),
    ...(own?.content ? [{ content: own.content }] : []),
  ]
}
