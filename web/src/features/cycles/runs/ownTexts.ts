import type { Cycle } from '@carillon/contract/cycles'
import { stepWordsOf } from '../words.ts'

/** The texts of the single runs of a cycle that do not say its steps, by their slot. */
export const ownTextsOf = (cycle: Cycle) => (slotAt: string) => {
  const content = cycle.exceptions.find((one) => one.slotAt === slotAt)?.content
  return content && stepWordsOf(content)
}
