import type * as real from '../../../src/cycles/limits.ts'

/** Nobody in these worlds is at a limit. */
export const requireCycleUnderLimit: typeof real.requireCycleUnderLimit = async () => {}
export const restoreAnother: typeof real.restoreAnother = async () => {}
