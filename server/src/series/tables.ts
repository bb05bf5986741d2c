import type { SourceKind } from '../occurrences/port.ts'

/** The content of a slot that differs from its series; with `following`, of all later slots too. */
export interface SlotContentsTable {
  source: SourceKind
  sourceId: string
  /** The instant the rule gives the slot. */
  slotAt: Date
  /** The local time of the slot in its zone. */
  local: string | null
  following: boolean
  contentId: string
}

/** The last slot of a schedule that was checked before its time, and the hash of the problems reported then. */
export interface SlotsAheadTable {
  scheduleId: string
  slotAt: Date
  lookedAt: Date
  told: string | null
}

declare module '../platform/db/database.ts' {
  interface Tables {
    slotContents: SlotContentsTable
    slotsAhead: SlotsAheadTable
  }
}
