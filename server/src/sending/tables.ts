/** Recent sends to groups with a cap or a gap. */
export interface GroupSendsTable {
  groupId: string
  occurrenceId: string
  at: Date
}

declare module '../platform/db/database.ts' {
  interface Tables {
    groupSends: GroupSendsTable
  }
}
