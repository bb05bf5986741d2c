import type * as real from '../../../src/cycles/changes.ts'

/** Nobody in these worlds reads an answer. */
export const publishCycle = (async () => ({})) as unknown as typeof real.publishCycle
