import type { ChannelKind } from '@carillon/contract/config'
import type { OccurrenceStatus } from '@carillon/contract/deliveries'
import type { OnUnconfirmed } from '@carillon/contract/messages'
import type { ColumnType, Generated } from 'kysely'
import type { Decided, Run, SourceKind } from './port.ts'
import type { SkipCode } from './words.ts'

/** A slot that was planned: one row for each schedule and slot. */
export interface OccurrencesTable {
  id: string
  userId: string
  source: SourceKind
  sourceId: string
  scheduleId: string | null
  slotAt: Date | null
  dueAt: Date
  status: OccurrenceStatus
  reason: string | null
  fanOutFrom: number | null
  /** How often in a row its next slice could not be written, and when that is tried again. */
  fanOutFailures: Generated<number>
  fanOutNotBefore: Date | null
  /** Where a fan-out that a deletion stopped continues if the deletion is undone. */
  restoreFrom: number | null
  /** Why a person stopped it; deliveries on the wire at that time are not retried. */
  stopped: SkipCode | null
  onUnconfirmed: OnUnconfirmed
  /** A person chose to send it regardless of the rules of its groups. */
  ignoresRules: Generated<boolean>
  /** A rule of a group has kept back one of its deliveries at least once. */
  keptBack: Generated<boolean>
  /** What its source decided when it was planned; null if an older program planned it. */
  decided: ColumnType<Decided | null, string | null, never>
  /** The values of its variables and its random number; null if an older program planned it. */
  run: ColumnType<Run | null, string | null, never>
  /** The most deliveries that one group or topic gets, one after the other. */
  parts: Generated<number>
  total: Generated<number>
  sent: Generated<number>
  failed: Generated<number>
  skipped: Generated<number>
  unconfirmed: Generated<number>
  /** How many deliveries had ended without being sent when its source was told last. */
  told: Generated<number>
  /** The bell got an item about it before its end. */
  rang: Generated<boolean>
  createdAt: Date
  finishedAt: Date | null
  /** A person had one of its deliveries tried again after it had ended: later slots do not wait for it. */
  reopened: Generated<boolean>
}

/** A person's edit or deletion of all copies of an occurrence, and its progress. */
export interface SentChangesTable {
  id: string
  occurrenceId: string
  kind: 'edit' | 'delete'
  at: Date
  /** The number of deliveries it concerns. */
  total: number
  done: Generated<number>
  failed: Generated<number>
  /** For an edit: the content to replace, which is not deleted, and the new one. */
  contentId: string | null
  says: string | null
  /** Only copies of these channels; null for all. */
  channels: ChannelKind[] | null
  /** When all its follow-ups were created; null: not yet. */
  askedAt: Date | null
}

declare module '../platform/db/database.ts' {
  interface Tables {
    occurrences: OccurrencesTable
    sentChanges: SentChangesTable
  }
}
