import type { AccountLostCode } from '../channels/port.ts'

export type AccountStatus = 'connected' | 'reconnecting' | 'needs_pairing' | 'restricted' | 'banned'

/** An account that is worth owning: it has credentials that the network has not refused. */
export const LIVE_STATUSES = [
  'connected',
  'reconnecting',
  'restricted',
] as const satisfies readonly AccountStatus[]

export const isLive = (status: AccountStatus) =>
  (LIVE_STATUSES as readonly string[]).includes(status)

/** The state an account falls into when the network refuses it. */
export const statusAfterLoss = (code: AccountLostCode): AccountStatus =>
  code === 'banned' ? 'banned' : 'needs_pairing'
