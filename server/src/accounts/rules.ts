import { minutes } from '../platform/clock.ts'
import type { AccountLostCode } from '../channels/port/sending.ts'

export type AccountStatus = 'connected' | 'reconnecting' | 'needs_pairing' | 'restricted' | 'banned'

/** The states of an account whose credentials the network has not refused. */
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

/** How many accounts one process should own, so that all have about the same load. */
export const fairShare = (census: { accounts: number; processes: number }) =>
  Math.ceil(census.accounts / Math.max(1, census.processes))

/** The fields of an account that record its current or last outage. */
export type OutageRecord = {
  status: AccountStatus
  since: Date
  linkedAt: Date | null
  awayFrom: Date | null
  awayUntil: Date | null
}

/** Networks close connections several times a day: an outage this short harms nobody. */
const BLIP_MS = minutes(1)

/**
 * How a new status changes the record of the last outage: `awayFrom` without `awayUntil` means that it continues. There
 * is no outage before the account was linked.
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
