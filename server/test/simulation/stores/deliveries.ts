import type * as real from '../../../src/deliveries/store.ts'
import { MAYBE_SENT, PENDING, skipWords, WINDOW_MIN_MS } from '../../../src/deliveries/rules.ts'
import { rowsOf, type DeliveryRow, type Rows } from '../rows.ts'

export const isPending = ({ status }: { status: string }) =>
  (PENDING as readonly string[]).includes(status)

export const insertDeliveries: typeof real.insertDeliveries = async (
  tx,
  now,
  paces,
  slices,
  planned,
) => {
  const rows = rowsOf(tx)
  const ahead = new Map<string, number>()
  for (const row of rows.deliveries.values()) {
    if (isPending(row)) ahead.set(row.accountId, (ahead.get(row.accountId) ?? 0) + 1)
  }
  const places = new Map<string, number>()
  const count = (key: string) => places.set(key, (places.get(key) ?? 0) + 1).get(key)!
  const accounts = new Set<string>()
  const made = slices.map(() => ({ total: 0, skipped: 0 }))
  for (const { id, slice, part, contentId, groupId, topicId, delayMs, skip } of planned) {
    const { occurrenceId, catchUpMs, ...planned } = slices[slice]!
    const dueAt = new Date(planned.dueAt.getTime() + delayMs)
    const group = rows.groups.get(groupId)!
    const { userId } = rows.occurrences.get(occurrenceId)!
    const pace = paces.get(group.channel)
    const everyMs = pace ? 1_000 / pace.account.perSecond : 0
    const groupEveryMs = pace ? 60_000 / pace.groupPerMinute : 0
    const place = count(group.accountId)
    const groupPlace = count(`${group.accountId} ${group.externalId}`) - 1
    if (existing(rows, occurrenceId, part, groupId, topicId)) continue
    const turn = (ahead.get(group.accountId) ?? 0) + place
    const windowMs = Math.max(catchUpMs, WINDOW_MIN_MS)
    const lateMs = windowMs + Math.max(turn * everyMs, groupPlace * groupEveryMs)
    rows.insert('deliveries', {
      id,
      occurrenceId,
      userId,
      accountId: group.accountId,
      groupId,
      topicId,
      part,
      contentId,
      dueAt,
      expiresAt: new Date(dueAt.getTime() + Math.floor(lateMs)),
      status: skip ? 'skipped' : 'queued',
      notBefore: dueAt,
      attempt: 0,
      openedAt: null,
      epoch: null,
      tries: 0,
      doubtful: false,
      code: skip,
      reason: skip && skipWords[skip],
      receipt: null,
      sentAt: null,
      attempts: [],
      rev: 1,
      createdAt: now,
      updatedAt: now,
    })
    made[slice]!.total++
    if (skip) made[slice]!.skipped++
    else accounts.add(group.accountId)
  }
  for (const [n, { occurrenceId, next }] of slices.entries()) {
    const row = rows.occurrences.get(occurrenceId)!
    const { total, skipped } = made[n]!
    rows.change('occurrences', row, {
      total: row.total + total,
      skipped: row.skipped + skipped,
      fanOutFrom: next,
    })
  }
  return [...accounts]
}

function existing(
  rows: Rows,
  occurrenceId: string,
  part: number,
  groupId: string,
  topicId: string | null,
) {
  for (const row of rows.deliveries.values()) {
    if (row.occurrenceId !== occurrenceId || row.part !== part) continue
    if (row.groupId === groupId && row.topicId === topicId) return true
  }
  return false
}

export const endPending: typeof real.endPending = async (tx, now, which, end) => {
  const rows = rowsOf(tx)
  const changes: Ended[] = []
  for (const row of rows.deliveries.values()) {
    if (!isPending(row) || !matches(rows, row, which)) continue
    const became = row.doubtful ? 'unconfirmed' : end.status
    const reason = row.doubtful ? MAYBE_SENT : end.reason
    const { code } = end
    rows.change('deliveries', row, {
      status: became,
      code,
      reason,
      rev: row.rev + 1,
      updatedAt: now,
    })
    changes.push({ occurrenceId: row.occurrenceId, was: '', became })
  }
  return count(rows, changes)
}

function matches(rows: Rows, row: DeliveryRow, which: real.Which): boolean {
  if ('ids' in which) return which.ids.includes(row.id)
  if ('occurrenceId' in which) return row.occurrenceId === which.occurrenceId
  if ('groupId' in which) return row.groupId === which.groupId
  if ('accountId' in which) {
    if (row.accountId !== which.accountId) return false
    const group = rows.groups.get(row.groupId)!
    return which.externalId === undefined || group.externalId === which.externalId
  }
  const { source, sourceId, finishedAt } = rows.occurrences.get(row.occurrenceId)!
  return source === which.source && sourceId === which.sourceId && finishedAt === null
}

export type Ended = { occurrenceId: string; was: string; became: string }

const COUNTED = ['sent', 'failed', 'skipped', 'unconfirmed'] as const

/** What `counted` does in SQL: keeps the counts of occurrences, and says which are complete. */
export function count(rows: Rows, changes: readonly Ended[]): real.Changed[] {
  const touched = [...Map.groupBy(changes, ({ occurrenceId }) => occurrenceId)]
  return touched
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([id, ended]) => {
      const row = rows.occurrences.get(id)!
      const counts = COUNTED.map((status) => {
        const more = ended.filter(({ became }) => became === status).length
        return [status, more - ended.filter(({ was }) => was === status).length] as const
      })
      if (counts.every(([, difference]) => difference === 0)) return []
      rows.change('occurrences', row, {
        ...Object.fromEntries(
          counts.map(([status, difference]) => [status, row[status] + difference]),
        ),
        status: row.finishedAt === null ? 'sending' : row.status,
      })
      const { total, sent, failed, skipped, unconfirmed, fanOutFrom } = row
      return [
        { id, complete: fanOutFrom === null && total === sent + failed + skipped + unconfirmed },
      ]
    })
}

export const column: typeof real.column = (rows, key) => rows.map((row) => row[key])
