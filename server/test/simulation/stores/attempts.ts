import { isDeepStrictEqual } from 'node:util'
import type * as real from '../../../src/sending/attempts/attempts-store.ts'
import { ASSUMED, type StoredReceipt, UNREACHABLE_STATUSES } from '../../../src/deliveries/rules.ts'
import { rowsOf } from '../rows.ts'
import { count, isPending } from './deliveries.ts'
import { isOwner } from './sending.ts'

export const openAttempts: typeof real.openAttempts = async (reading, now, owners, asked) => {
  const rows = rowsOf(reading)
  const opened = new Set<string>()
  const changed = new Set<string>()
  for (const { id, accountId, attempt, contentId, receipt } of asked) {
    const owner = owners.find((one) => one.id === accountId && isOwner(rows, one))
    const row = rows.deliveries.get(id)
    if (!owner || row?.accountId !== accountId || row.attempt !== attempt) continue
    if (!isPending(row) || row.notBefore > now || row.dueAt > now) continue
    if (rows.occurrences.get(row.occurrenceId)!.stopped !== null) continue
    if (UNREACHABLE_STATUSES.includes(rows.groups.get(row.groupId)!.status)) continue
    if (row.contentId !== contentId || !isDeepStrictEqual(row.receipt, receipt)) {
      changed.add(id)
      continue
    }
    rows.change('deliveries', row, {
      status: 'sending',
      attempt: row.attempt + 1,
      openedAt: now,
      epoch: owner.epoch,
      rev: row.rev + 1,
      updatedAt: now,
    })
    opened.add(id)
  }
  return { opened, changed }
}

export const closeAttempts: typeof real.closeAttempts = async (reading, now, closings) => {
  const rows = rowsOf(reading)
  const closed = new Set<string>()
  const changes = closings.flatMap((closing) => {
    const row = rows.deliveries.get(closing.id)
    if (row?.status !== 'sending') return []
    if (row.attempt !== closing.attempt || row.epoch !== closing.epoch) return []
    const closedAt = closing.answeredAt ?? now
    const { id, status, notBefore, tries, doubtful, code, reason, receipt, outcome } = closing
    rows.change('deliveries', row, {
      status,
      notBefore,
      tries,
      doubtful,
      code,
      reason,
      receipt: receipt === null ? row.receipt : (JSON.parse(receipt) as StoredReceipt),
      sentAt: code === ASSUMED ? row.openedAt : status === 'sent' ? closedAt : null,
      attempts: [
        ...row.attempts,
        {
          number: row.attempt,
          openedAt: row.openedAt!.toISOString(),
          closedAt: closedAt.toISOString(),
          outcome,
          reason,
        },
      ],
      rev: row.rev + 1,
      updatedAt: now,
    })
    closed.add(id)
    return [{ occurrenceId: row.occurrenceId, was: 'sending', became: status }]
  })
  return { closed, changed: count(rows, changes) }
}

export const lockOnTheWire: typeof real.lockOnTheWire = async (tx, accountIds) => {
  const rows = rowsOf(tx)
  return [...rows.deliveries.values()]
    .filter(({ accountId, status }) => status === 'sending' && accountIds.includes(accountId))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map((row) => {
      const { id, accountId, attempt, tries, doubtful, expiresAt } = row
      const { onUnconfirmed } = rows.occurrences.get(row.occurrenceId)!
      return {
        id,
        accountId,
        attempt,
        tries,
        doubtful,
        expiresAt,
        onUnconfirmed,
        epoch: row.epoch!,
        // No content of these worlds has files.
        textFollows: false,
      }
    })
}
