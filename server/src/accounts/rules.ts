import type { AccountLostCode } from '../channels/port/sending.ts'

export type AccountStatus = 'connected' | 'reconnecting' | 'needs_pairing' | 'restricted' | 'banned'

/** An account that is worth owning: it has credentials that the network has not refused. */
const LIVE_STATUSES = [
  'connected',
  'reconnecting',
  'restricted',
] as const satisfies readonly AccountStatus[]

export const isLive = (status: AccountStatus) =>
  (LIVE_STATUSES as readonly string[]).includes(status)

/** The state an account falls into when the network refuses it. */
export const statusAfterLoss = (code: AccountLostCode): AccountStatus =>
  code === 'banned' ? 'banned' : 'needs_pairing'

/** How many accounts one process should own, so that all have about as much to do. */
export const fairShare = (census: { accounts: number; processes: number }) =>
  Math.ceil(census.accounts / Math.max(1, census.processes))
