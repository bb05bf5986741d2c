import type * as real from '../../../src/deliveries/store.ts'
import { filesAlone, MAYBE_SENT, PENDING } from '../../../src/deliveries/rules.ts'
import type { Changed } from '../../../src/deliveries/port.ts'
import { rowsOf, type DeliveryRow, type Rows } from '../rows.ts'
import { skipWords } from '../../../src/occurrences/words.ts'

export const isPending = ({ status }: { status: string }) =>
  (PENDING as readonly string[]).includes(status)

/** What is on the wire keeps its place in the lane until it has ended. */
export const isInLane = (row: { status: string }) => isPending(row) || row.status === 'sending'

export const readLanes: typeof real.readLanes = async (reading, groupIds) => {
  const rows = rowsOf(reading)
  const ahead = new Map<string, number>()
  for (const row of rows.deliveries.values()) {
    if (isInLane(row)) ahead.set(row.accountId, (ahead.get(row.accountId) ?? 0) + 1)
  }
  return new Map(
    groupIds.flatMap((id) => {
      const group = rows.groups.get(id)
      if (!group) return []
      const { accountId, channel, externalId, title } = group
      return [[id, { accountId, channel, externalId, title, ahead: ahead.get(accountId) ?? 0 }]]
    }),
  )
}

export const insertDeliveries: typeof real.insertDeliveries = async (
  tx,
  now,
  planned,
  { again },
) => {
  const rows = rowsOf(tx)
  const varied = planned.some(({ contentId }) => rows.contents.get(contentId)?.varies)
  return planned.filter(({ skip, groupTitle, ...row }) => {
    if (existing(rows, row)) {
      if (again) return false
      throw new Error('A new occurrence has this delivery already.')
    }
    rows.insert('deliveries', {
      ...row,
      addressedAs: varied ? groupTitle : null,
      status: skip ? 'skipped' : 'queued',
      notBefore: row.dueAt,
      attempt: 0,
      openedAt: null,
      epoch: null,
      tries: 0,
      doubtful: false,
      ignoresRules: false,
      code: skip,
      reason: skip && skipWords[skip],
      receipt: null,
      sentAt: null,
      attempts: [],
      rev: 1,
      createdAt: now,
      updatedAt: now,
    })
    return true
  })
}

function existing(rows: Rows, { occurrenceId, part, groupId, topicId }: Target): boolean {
  for (const row of rows.deliveries.values()) {
    if (row.occurrenceId !== occurrenceId || row.part !== part) continue
    if (row.groupId === groupId && row.topicId === topicId) return true
  }
  return false
}

type Target = Pick<DeliveryRow, 'occurrenceId' | 'part' | 'groupId' | 'topicId'>

export const lockPending: typeof real.lockPending = async (tx, ids) =>
  ids.flatMap((id) => {
    const row = rowsOf(tx).deliveries.get(id)
    return row && isPending(row) ? [{ id, occurrenceId: row.occurrenceId }] : []
  })

export const endPending: typeof real.endPending = async (tx, now, which, end) => {
  const rows = rowsOf(tx)
  const changes: Ended[] = []
  for (const row of rows.deliveries.values()) {
    if (!isPending(row) || !matches(rows, row, which)) continue
    const became = row.doubtful ? 'unconfirmed' : end.status
    const reason = row.receipt
      ? filesAlone(row.receipt.externalIds.length > 0, end.reason)
      : row.doubtful
        ? MAYBE_SENT
        : end.reason
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

/** What `counted` does in SQL: keeps the counts of occurrences, and says of which all deliveries have ended. */
export function count(rows: Rows, changes: readonly Ended[]): Changed[] {
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
        { id, allEnded: fanOutFrom === null && total === sent + failed + skipped + unconfirmed },
      ]
    })
}
