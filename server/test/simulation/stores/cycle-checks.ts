import type * as real from '../../../src/cycles/checks.ts'

/** All cycles of these worlds can be sent. */
export const activationProblems: typeof real.activationProblems = () => []
