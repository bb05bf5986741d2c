import { minutes } from '../platform/clock.ts'
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

/** An account as its present or last outage is read from it. */
export type OutageRecord = {
  status: AccountStatus
  since: Date
  linkedAt: Date | null
  awayFrom: Date | null
  awayUntil: Date | null
}

/** Networks close connections several times a day: what is back this soon did nobody any harm. */
const BLIP_MS = minutes(1)

/**
 * What a new status means for the record of the last outage: `awayFrom` without `awayUntil` is one that goes on. What
 * happened before the account was linked was none.
 */
export function outageAfter(
  account: OutageRecord,
  status: AccountStatus,
  now: Date,
): Partial<Pick<OutageRecord, 'awayFrom' | 'awayUntil'>> {
  if (status === account.status || account.status === 'connected') return {}
  const goesOn = account.awayFrom !== null && account.awayUntil === null
  const from = goesOn ? account.awayFrom! : account.since
  if (account.linkedAt === null || account.linkedAt >= from) {
    return goesOn ? { awayFrom: null } : {}
  }
  if (status !== 'connected') return { awayFrom: from, awayUntil: null }
  return goesOn || now.getTime() - from.getTime() >= BLIP_MS
    ? { awayFrom: from, awayUntil: now }
    : {}
}
