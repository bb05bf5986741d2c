import type { Cycle } from '@carillon/contract/cycles'

/** The text of the single runs of a cycle that do not say its steps, by their slot. */
export const ownTextsOf = (cycle: Cycle) => (slotAt: string) =>
  cycle.exceptions.find((one) => one.slotAt === slotAt)?.content?.text
