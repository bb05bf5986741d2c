import type { Selectable } from 'kysely'
import type { AccountsTable, ProcessesTable } from '../../src/accounts/tables.ts'
import type { ContentsTable } from '../../src/content/tables.ts'
import type { CycleGroupsTable, CyclesTable, CycleStepsTable } from '../../src/cycles/tables.ts'
import type { DeliveriesTable } from '../../src/deliveries/tables.ts'
import type { GroupsTable } from '../../src/groups/tables.ts'
import type { SchedulesTable } from '../../src/planning/tables.ts'
import type { Reading } from '../../src/platform/context.ts'
import type { SourceRow } from './source.ts'
import type { OccurrencesTable } from '../../src/occurrences/tables.ts'

/** The tables that the simulated rooms write, and what they hold. */
export type Tables = {
  processes: Selectable<ProcessesTable>
  accounts: Selectable<AccountsTable>
  groups: Selectable<GroupsTable>
  contents: Selectable<ContentsTable>
  schedules: Selectable<SchedulesTable>
  occurrences: Selectable<OccurrencesTable>
  deliveries: Selectable<DeliveriesTable>
  cycles: Selectable<CyclesTable>
  cycleSteps: Selectable<CycleStepsTable>
  cycleGroups: Selectable<CycleGroupsTable> & { id: string }
  sources: SourceRow
}
export type TableName = keyof Tables
export type DeliveryRow = Tables['deliveries']
export type OccurrenceRow = Tables['occurrences']
export type AccountRow = Tables['accounts']

/** What one transaction did to one row; `before` is missing for a new one, `after` for one that is gone. */
export type Change = {
  [N in TableName]: {
    table: N
    before: Tables[N] | undefined
    after: Tables[N] | undefined
  }
}[TableName]

/**
 * A database in memory: rows by their key, and what the present transaction did to them. One at a time,
 * so that what it reads is what it finds when it writes.
 */
export type Rows = { readonly [N in TableName]: Map<string, Tables[N]> } & {
  insert<N extends TableName>(table: N, row: Tables[N]): void
  change<N extends TableName>(table: N, row: Tables[N], changes: Partial<Tables[N]>): void
  remove(table: TableName, id: string): void
  /** How much has been done; `undo` goes back to there. */
  mark(): number
  undo(mark: number): void
  /** What was done since the last commit, and begins anew. */
  commit(): Change[]
  /** The database's own clock and the next number it gives. */
  now(): Date
  nextNumber(): number
  /** Whether the process of this number holds its lock. */
  lives(processId: number): boolean
}

type Done = { table: TableName; id: string; before: object | undefined }

export function openRows(outside: Pick<Rows, 'now' | 'lives'>): Rows {
  let done: Done[] = []
  let numbers = 0
  const maps = {
    processes: new Map<string, Tables['processes']>(),
    accounts: new Map<string, Tables['accounts']>(),
    groups: new Map<string, Tables['groups']>(),
    contents: new Map<string, Tables['contents']>(),
    schedules: new Map<string, Tables['schedules']>(),
    occurrences: new Map<string, Tables['occurrences']>(),
    deliveries: new Map<string, Tables['deliveries']>(),
    cycles: new Map<string, Tables['cycles']>(),
    cycleSteps: new Map<string, Tables['cycleSteps']>(),
    cycleGroups: new Map<string, Tables['cycleGroups']>(),
    sources: new Map<string, Tables['sources']>(),
  }
  const rowsOf = (table: TableName) => maps[table] as Map<string, object>

  return {
    ...maps,
    ...outside,
    nextNumber: () => ++numbers,
    insert(table, row) {
      const id = String(row.id)
      done.push({ table, id, before: undefined })
      rowsOf(table).set(id, row)
    },
    change(table, row, changes) {
      done.push({ table, id: String(row.id), before: { ...row } })
      Object.assign(row, changes)
    },
    remove(table, id) {
      const before = rowsOf(table).get(id)
      if (!before) return
      done.push({ table, id, before })
      rowsOf(table).delete(id)
    },
    mark: () => done.length,
    undo(mark) {
      for (const { table, id, before } of done.splice(mark).toReversed()) {
        const rows = rowsOf(table)
        const present = rows.get(id)
        if (!before) rows.delete(id)
        else if (present) Object.assign(present, before)
        else rows.set(id, before)
      }
    },
    commit() {
      const first = new Map<string, Done>()
      for (const one of done) {
        const key = `${one.table} ${one.id}`
        if (!first.has(key)) first.set(key, one)
      }
      done = []
      return [...first.values()].map(({ table, id, before }) => {
        const after = rowsOf(table).get(id)
        return { table, before, after: after && { ...after } } as Change
      })
    },
  }
}

/** The rows behind a context or a transaction of the simulation. */
export const rowsOf = (reading: Reading): Rows => reading.db as unknown as Rows
