import { count } from '../../ui/words.ts'

/** How much of the tier is used: `1 of 1 groups`, `3 groups · Unlimited`. */
export const usage = (used: number, max: number | null, noun: string) =>
  max === null ? `${count(used, noun)} · Unlimited` : `${used} of ${max} ${noun}s`

/** What counts for a limit of the tier now, by its names. */
export type Counted = {
  noun: 'group' | 'cycle'
  counted: readonly string[]
  max: number | null
  /** Some may not be loaded. */
  isPart?: boolean
}

const comesBack = {
  group: 'Its messages stay, and go out there again when there is room',
  cycle: 'It keeps its steps and its place in the round, and goes on when there is room',
}

/** What is suspended when a suspended one is used again. */
export function insteadWords({ noun, counted, max, isPart = false }: Counted): string {
  if (max === null || (counted.length < max && !isPart)) {
    return `Your plan has room for it: no other ${noun} is suspended.`
  }
  const [only] = counted
  const other = only && max === 1 ? `“${only}”` : `The ${noun} that was unused longest`
  return `${other} is suspended instead. ${comesBack[noun]}. What is due until then is not sent later.`
}
