import { NETWORKS } from '@carillon/contract/channels'
import type { Occurrence } from '@carillon/contract/deliveries'
import type { Result } from '@carillon/contract/messages'
import type { ResultRow, ShownOccurrence } from './reads-store.ts'
import { occurrenceReason } from './words.ts'

export function presentOccurrence(row: ShownOccurrence): Occurrence {
  const { total, sent, failed, skipped, unconfirmed } = row
  return {
    id: row.id,
    source: row.source,
    sourceId: row.sourceId,
    status: row.status,
    ...occurrenceReason(row),
    slotAt: row.slotAt?.toISOString() ?? null,
    dueAt: row.dueAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    total,
    pending: total - sent - failed - skipped - unconfirmed,
    waiting: row.waiting && {
      ...row.waiting,
      until: row.waiting.until.toISOString(),
      lastUntil: row.waiting.lastUntil.toISOString(),
    },
    sent,
    failed,
    skipped,
    unconfirmed,
    changes: row.changes.map(({ kind, at, total: all, done, failed: left }) => ({
      kind,
      at: at.toISOString(),
      total: all,
      done,
      failed: left,
    })),
    edited: row.edited && {
      at: row.edited.at.toISOString(),
      content: row.edited.content,
      on: Object.fromEntries(
        NETWORKS.map((network) => [network, row.edited?.on[network]?.toISOString()]),
      ),
    },
    deleted: row.deletions.count,
    deletedAt: row.deletions.last?.toISOString() ?? null,
  }
}

/** The result of one occurrence, for a row of dots. */
export const presentResult = (row: ResultRow): Result => ({
  occurrenceId: row.id,
  at: row.dueAt.toISOString(),
  status: row.status,
  ...occurrenceReason(row),
})
