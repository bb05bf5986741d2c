import type * as real from '../../../src/sending/lanes/lanes-store.ts'
import type { LaneDelivery } from '../../../src/sending/lanes/lanes-store.ts'
import { ATTEMPT_MS_MAX } from '../../../src/sending/attempts/attempt.ts'
import { ASSUMED } from '../../../src/deliveries/rules.ts'
import { after, minutes } from '../../../src/platform/clock.ts'
import { rowsOf, type DeliveryRow, type Rows } from '../rows.ts'
import { isInLane, isPending } from './deliveries.ts'

type Turn = Awaited<ReturnType<typeof real.findDue>>[number]

export const laneOf = (rows: Rows, accountId: string) =>
  [...rows.deliveries.values()].filter((row) => row.accountId === accountId && isInLane(row))

export const pendingOf = (rows: Rows, accountId: string) =>
  laneOf(rows, accountId).filter(isPending)

export const findDue: typeof real.findDue = async (reading, now, looks) => {
  const rows = rowsOf(reading)
  return looks.flatMap(({ accountId, afterUser, users, perUser, alreadyRead, aheadMs }) => {
    const until = after(now, aheadMs)
    const lane = laneOf(rows, accountId)
    const userIds = [...new Set(lane.map(({ userId }) => userId))]
      .filter((userId) => userId > afterUser)
      .toSorted()
      .slice(0, users)
    return userIds.flatMap((userId): Turn[] => {
      const due = lane
        .filter((row) => row.userId === userId && row.notBefore <= until && isPending(row))
        .filter(({ id }) => !alreadyRead.includes(id))
        .filter((row) => isFirstPart(rows, row))
        .toSorted(byTurn)
        .slice(0, perUser)
        .map((row) => ({ accountId, userId, due: dueOf(rows, row) }))
      return due.length > 0 ? due : [{ accountId, userId, due: null }]
    })
  })
}

export const byTurn = (a: DeliveryRow, b: DeliveryRow) =>
  a.notBefore.getTime() - b.notBefore.getTime() || (a.id < b.id ? -1 : 1)

function isFirstPart(rows: Rows, { occurrenceId, part, groupId, topicId }: DeliveryRow) {
  if (part === 0) return true
  return ![...rows.deliveries.values()].some(
    (row) =>
      row.occurrenceId === occurrenceId &&
      row.part < part &&
      row.groupId === groupId &&
      row.topicId === topicId &&
      isInLane(row),
  )
}

function dueOf(rows: Rows, row: DeliveryRow): LaneDelivery {
  const { externalId, kind, channel, status, blockedUntil } = rows.groups.get(row.groupId)!
  const { onUnconfirmed, stopped, parts, run } = rows.occurrences.get(row.occurrenceId)!
  const hasNext = row.part + 1 < parts
  const group = { externalId, kind, channel, groupStatus: status, blockedUntil, rules: NONE }
  const plain = row.attempts.some(({ outcome }) => outcome === 'formattingRefused')
  return { ...row, ...group, run, plain, onUnconfirmed, stopped, hasNext }
}

/** Groups of these worlds have no rules of their own. */
const NONE = {
  quietHours: null,
  dailyCap: null,
  minGapMinutes: null,
  timeZone: 'UTC',
  zoneIsOwn: false,
}

export const readLanes: typeof real.readLanes = async (reading, now, accountIds) => {
  const rows = rowsOf(reading)
  return [...new Set(accountIds)].flatMap((accountId) => {
    const account = rows.accounts.get(accountId)
    if (!account) return []
    const { status, reason, pausedUntil } = account
    const lane = laneOf(rows, accountId)
    const later = lane.filter(({ notBefore }) => notBefore > now).toSorted(byTurn)
    const nextAt = later[0]?.notBefore ?? null
    const due = lane.some((row) => isPending(row) && row.notBefore <= now)
    return [{ accountId, status, reason, pausedUntil, nextAt, due }]
  })
}

export const findLeftOpen: typeof real.findLeftOpen = async (reading, now, accountIds) => {
  const longAgo = after(now, -LEFT_OPEN_MS)
  const open = [...rowsOf(reading).deliveries.values()].filter(
    ({ accountId, status, openedAt }) =>
      accountIds.includes(accountId) &&
      status === 'sending' &&
      openedAt !== null &&
      openedAt <= longAgo,
  )
  return [...new Set(open.map(({ accountId }) => accountId))]
}

const LEFT_OPEN_MS = minutes(1)

const OPEN_MAX_MS = ATTEMPT_MS_MAX + minutes(1)

export const readSentSince: typeof real.readSentSince = async (reading, since, accountIds) => {
  const rows = rowsOf(reading)
  return [...rows.deliveries.values()].flatMap((row) => {
    const { accountId, groupId, openedAt } = row
    const maybe = openedAt && openedAt > after(since, -OPEN_MAX_MS)
    const lately = maybe && ((row.sentAt && row.sentAt > since) || openedAt > since)
    if (!lately || !accountIds.includes(accountId)) return []
    const sentAt = row.sentAt && row.code !== ASSUMED ? row.sentAt : row.updatedAt
    const { externalId, kind } = rows.groups.get(groupId)!
    const messages = Math.max(1, row.receipt?.externalIds.length ?? 1)
    return [{ accountId, externalId, kind, messages, sentAt }]
  })
}
