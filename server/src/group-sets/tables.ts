import type { ColumnType, Generated } from 'kysely'

/** Groups that a person chooses together, under a name. */
export interface GroupSetsTable {
  id: string
  userId: string
  name: string
  groupIds: ColumnType<string[], string, string>
  rev: Generated<number>
  createdAt: Date
  updatedAt: Date
}

declare module '../platform/db/database.ts' {
  interface Tables {
    groupSets: GroupSetsTable
  }
}
