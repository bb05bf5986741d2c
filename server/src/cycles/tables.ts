import type { Cycle, CycleMode, CycleOrder, CycleStatus } from '@carillon/contract/cycles'
import type { OnUnconfirmed, Overlap } from '@carillon/contract/messages'
import type { Schedule } from '@carillon/contract/schedule'
import type { Attention } from '@carillon/contract/wire'
import type { ColumnType, Generated } from 'kysely'
import type { KeptPosition } from './kept.ts'

/** Steps sent to groups in turn, by a schedule. */
export interface CyclesTable {
  id: string
  userId: string
  name: string
  color: string | null
  status: CycleStatus
  /** What a suspended one is again once its tier has room for it. */
  resumesAs: 'draft' | 'active' | 'paused' | null
  /** As it was entered; a draft may have none. */
  schedule: ColumnType<Schedule | null, string | null, string | null>
  order: CycleOrder
  mode: CycleMode
  stepsPerSlot: number
  seed: number
  ends: ColumnType<NonNullable<Cycle['ends']> | null, string | null, string | null>
  replacePrevious: boolean
  advanceOnSkip: boolean
  catchUpMinutes: number
  onUnconfirmed: OnUnconfirmed
  overlap: Overlap
  /** Occurrences in a row that fail before it pauses itself; 0 for never. */
  pauseAfterFailures: number
  position: ColumnType<KeptPosition, string, string>
  /** The occurrence of which nothing went out, so that the position went back before it. */
  returnedFrom: string | null
  pausedUntil: Date | null
  attention: ColumnType<Attention | null, string | null, string | null>
  nextAt: Date | null
  saidAt: Date | null
  rev: Generated<number>
  /** Its rev after a person's last change. */
  editedRev: Generated<number>
  /** Set while it can be restored: it is not there for anything else. */
  deletedAt: Date | null
  createdAt: ColumnType<Date, Date, never>
  updatedAt: Date
}

/** What a cycle says in turn. */
export interface CycleStepsTable {
  id: string
  cycleId: string
  place: number
  contentId: string
  enabled: boolean
  weight: number
  /** The first and the last day on which it may be said. */
  fromDay: string | null
  untilDay: string | null
  maxSends: number | null
}

/** Which groups a cycle goes to, in the order they were chosen. */
export interface CycleGroupsTable {
  cycleId: string
  groupId: string
  place: number
  /** None: the group itself (General). */
  topics: Generated<string[]>
}

declare module '../platform/db/database.ts' {
  interface Tables {
    cycles: CyclesTable
    cycleSteps: CycleStepsTable
    cycleGroups: CycleGroupsTable
  }
}
