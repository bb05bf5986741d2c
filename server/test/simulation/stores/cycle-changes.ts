import type * as real from '../../../src/cycles/changes.ts'

/** Nobody in these worlds reads an answer. */
export const tell = (async () => ({})) as unknown as typeof real.tell
