import type { Schedule } from '@carillon/contract/schedule'
import type { ColumnType, Generated } from 'kysely'
import type { SourceKind } from '../occurrences/port.ts'

/** When its source goes out. The row itself is the planner's job. */
export interface SchedulesTable {
  id: string
  userId: string
  source: SourceKind
  sourceId: string
  spec: ColumnType<Schedule, string, string>
  nextSlotAt: Date | null
  /** What `nextSlotAt` is called on the wall, and the time zone data that it was worked out with. */
  nextLocal: string | null
  zoneData: string | null
  notBefore: Date | null
  /** What it waits for until then, unless that is another try. */
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
