import type * as real from '../../../src/cycles/limits.ts'

/** Nobody in these worlds is at a limit. */
export const requireUnderLimit: typeof real.requireUnderLimit = async () => {}
export const restoreAnother: typeof real.restoreAnother = async () => {}
