/** Recent sends to groups with a cap or a gap. */
export interface GroupSendsTable {
  groupId: string
  occurrenceId: string
  at: Date
}

/** What a network calls a file since an account has sent it. */
export interface MediaHandlesTable {
  accountId: string
  mediaId: string
  handle: string
}

declare module '../platform/db/database.ts' {
  interface Tables {
    groupSends: GroupSendsTable
    mediaHandles: MediaHandlesTable
  }
}
