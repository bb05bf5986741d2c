import type { SourceKind } from '../occurrences/port.ts'

/** What a slot of a series, or it and all later ones, says instead of the series. */
export interface SlotContentsTable {
  source: SourceKind
  sourceId: string
  /** The instant the rule gives the slot. */
  slotAt: Date
  /** What it is called on the wall of its zone. */
  local: string | null
  following: boolean
  contentId: string
}

declare module '../platform/db/database.ts' {
  interface Tables {
    slotContents: SlotContentsTable
  }
}
