import type { ChannelKind } from '@carillon/contract/config'
import type { OccurrenceStatus } from '@carillon/contract/deliveries'
import type { OnUnconfirmed } from '@carillon/contract/messages'
import type { ColumnType, Generated } from 'kysely'
import type { Decided, Run, SourceKind } from './port.ts'
import type { SkipCode } from './words.ts'

/** A slot made real. */
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
  /** Where a fan-out that a deletion stopped goes on when that is undone. */
  restoreFrom: number | null
  /** Why a person stopped it; what was on the wire then is not tried again. */
  stopped: SkipCode | null
  onUnconfirmed: OnUnconfirmed
  /** A person said that it goes out whatever the rules of its groups ask. */
  ignoresRules: Generated<boolean>
  /** A rule of a group has kept back some of it, once. */
  keptBack: Generated<boolean>
  /** What its source decided when it was made; null of what an older program made. */
  decided: ColumnType<Decided | null, string | null, never>
  /** What its variables say and its seed has drawn; null of what an older program made. */
  run: ColumnType<Run | null, string | null, never>
  /** How many deliveries one of its places gets at most, one after the other. */
  parts: Generated<number>
  total: Generated<number>
  sent: Generated<number>
  failed: Generated<number>
  skipped: Generated<number>
  unconfirmed: Generated<number>
  /** How many of it had ended without being sent when its source was told last. */
  told: Generated<number>
  /** The bell has told of it before its end. */
  rang: Generated<boolean>
  createdAt: Date
  finishedAt: Date | null
}

/** What a person decided about all that an occurrence had sent, and how far it has come. */
export interface SentChangesTable {
  id: string
  occurrenceId: string
  kind: 'edit' | 'delete'
  at: Date
  /** Deliveries that it is about. */
  total: number
  done: Generated<number>
  failed: Generated<number>
  /** Of an edit: what it was about, which is kept, and what it says instead. */
  contentId: string | null
  says: string | null
  /** Through which channels; null: through all. */
  channels: ChannelKind[] | null
  /** When all of its deliveries had been asked; null: not yet. */
  askedAt: Date | null
}

declare module '../platform/db/database.ts' {
  interface Tables {
    occurrences: OccurrencesTable
    sentChanges: SentChangesTable
  }
}
