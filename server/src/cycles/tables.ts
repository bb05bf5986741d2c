import type { Cycle, CycleMode, CycleOrder, CycleStatus } from '@carillon/contract/cycles'
import type { OnUnconfirmed, Overlap } from '@carillon/contract/messages'
import type { Schedule } from '@carillon/contract/schedule'
import type { Attention } from '@carillon/contract/wire'
import type { ColumnType, Generated } from 'kysely'
import type { StoredPosition } from './rotation/stored-position.ts'
import type { Moved } from './rotation/position-diff.ts'

/** A change of a place by a person, the `rev` after it (older ones have none), and the `returnedFrom` of before. */
export type LastMove = { moved: Moved; rev?: number; returnedFrom: string | null }

/** Steps sent to groups in turn, by a schedule. */
export interface CyclesTable {
  id: string
  userId: string
  name: string
  color: string | null
  status: CycleStatus
  /** The status that a suspended cycle gets back when its tier has room for it. */
  resumesAs: 'draft' | 'active' | 'paused' | null
  /** As the user entered it; a draft may have none. */
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
  /** After how many failed occurrences in a row it pauses itself; 0 for never. */
  pauseAfterFailures: number
  position: ColumnType<StoredPosition, string, string>
  /** The occurrence of which nothing was sent, so that the position went back before it. */
  returnedFrom: string | null
  /** What a person did to its place since its last slot: skipped a step, jumped, or restarted the round. */
  lastMove: ColumnType<LastMove | null, string | null, string | null>
  pausedUntil: Date | null
  attention: ColumnType<Attention | null, string | null, string | null>
  nextAt: Date | null
  /** The number of its runs. */
  runs: Generated<number>
  saidAt: Date | null
  rev: Generated<number>
  /** The rev of the last edit by a person. */
  editedRev: Generated<number>
  /** When it was deleted. It can still be restored, but everything else ignores it. */
  deletedAt: Date | null
  createdAt: ColumnType<Date, Date, never>
  updatedAt: Date
}

/** The steps of a cycle. */
export interface CycleStepsTable {
  id: string
  cycleId: string
  place: number
  contentId: string
  enabled: boolean
  weight: number
  /** The first and the last day on which it may be sent. */
  fromDay: string | null
  untilDay: string | null
  maxSends: number | null
}

/** Which groups a cycle goes to, in the order they were chosen. */
export interface CycleGroupsTable {
  cycleId: string
  groupId: string
  place: number
  /** Empty for the group itself (General). */
  topics: Generated<string[]>
}

declare module '../platform/db/database.ts' {
  interface Tables {
    cycles: CyclesTable
    cycleSteps: CycleStepsTable
    cycleGroups: CycleGroupsTable
  }
}
