import { count } from '../../ui/words.ts'

/** How much of the tier is used: `1 of 1 groups`, `3 groups · Unlimited`. */
export const usage = (used: number, max: number | null, noun: string) =>
  max === null ? `${count(used, noun)} · Unlimited` : `${used} of ${max} ${noun}s`
