import type * as real from '../../../src/notifications/actions.ts'

/** Nobody in these worlds has a bell. */
export const notify: typeof real.notify = async () => {}
export const notifyAll: typeof real.notifyAll = async () => {}
export const settleAll: typeof real.settleAll = async () => {}
export const updateAll: typeof real.updateAll = async () => {}
