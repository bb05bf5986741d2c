import type * as real from '../../../src/deliveries/weights-store.ts'

/** Contents of these worlds have no files. */
export const readWeights: typeof real.readWeights = async () => new Map()
