import type { SimulatedSlot } from '@carillon/contract/cycles'
import { count } from '../../../ui/words.ts'

type Reached = Pick<SimulatedSlot, 'groups' | 'skipped'>

/** How many groups get it: `3 groups`, or `2 of 3 groups`. */
export const groupWords = ({ groups, skipped }: Reached) =>
  `${skipped === 0 ? '' : `${skipped < groups ? groups - skipped : 'None'} of `}${count(groups, 'group')}`

/** What the rules of groups skip; `alone`: it goes to one group, which is named. */
export function skippedWords({ groups, skipped }: Reached, alone: boolean): string {
  if (skipped === 0) return ''
  if (skipped === groups) return `Skipped, by the rules of ${alone ? 'the group' : 'its groups'}.`
  return `Not to ${count(skipped, 'group')}, by the rules of the group.`
}
