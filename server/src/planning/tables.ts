import type { Schedule } from '@carillon/contract/schedule'
import type { ColumnType, Generated } from 'kysely'
import type { SourceKind } from '../occurrences/port.ts'

/** The schedule of a source. The row is the planner's only record of it. */
export interface SchedulesTable {
  id: string
  userId: string
  source: SourceKind
  sourceId: string
  spec: ColumnType<Schedule, string, string>
  nextSlotAt: Date | null
  /** The local time of `nextSlotAt`, and the time zone data with which it was computed. */
  nextLocal: string | null
  zoneData: string | null
  notBefore: Date | null
  /** What it waits for until `notBefore`; null if that is a retry. */
  waitsFor: 'overlap' | 'pause' | null
  failures: Generated<number>
  lastError: string | null
  createdAt: Date
  updatedAt: Date
}

declare module '../platform/db/database.ts' {
  interface Tables {
    schedules: SchedulesTable
  }
}
