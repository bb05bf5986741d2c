import type { Occurrence } from '@carillon/contract/deliveries'
import type { ShownOccurrence } from './reads-store.ts'
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
    sent,
    failed,
    skipped,
    unconfirmed,
  }
}
