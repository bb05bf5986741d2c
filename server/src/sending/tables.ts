/** Recent sends to groups with a cap or a gap. */
export interface GroupSendsTable {
  groupId: string
  occurrenceId: string
  at: Date
}

/** The name that a network gives to a file that an account has uploaded. */
export interface MediaHandlesTable {
  accountId: string
  mediaId: string
  handle: string
  /** Until when the network keeps it; null: it tells when it does not any more. */
  expiresAt: Date | null
}

/** Files of runs that come soon, which an account is to bring before. */
export interface FilesAheadTable {
  accountId: string
  mediaId: string
  slotAt: Date
}

declare module '../platform/db/database.ts' {
  interface Tables {
    groupSends: GroupSendsTable
    mediaHandles: MediaHandlesTable
    filesAhead: FilesAheadTable
  }
}
