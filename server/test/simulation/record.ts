import type { Rows, TableName } from './rows.ts'

/** One thing that was asked of the database, in the order in which it was done. */
export type Entry =
  | { kind: 'begin' | 'commit' | 'rollback' | 'savepoint' | 'release' | 'undo' }
  | { kind: 'call'; what: string; args: unknown[]; result: unknown }
  /** Rows that were changed otherwise, as they are now; without one it was removed. */
  | { kind: 'patch'; table: TableName; id: string; row: object | undefined }

export type Recorder = {
  readonly entries: Entry[]
  mark(kind: Exclude<Entry['kind'], 'call' | 'patch'>): void
  call(what: string, args: unknown[], result: unknown): void
}

/** What other stores than those of planning, ownership and lanes write; it is taken over as it is. */
const TAKEN_OVER: readonly TableName[] = ['processes', 'groups', 'accounts']

/** What other rooms do, and what depends on who is alive and what time it is there. */
const NOT_ASKED =
  /^(groups|content)\/|(Process|Processes|Lease|census|readTime|accounts\/store\.find)$/

/** Writes down everything that is asked of the model, so that PostgreSQL can be asked the same. */
export function openRecorder(rows: Rows): Recorder {
  const entries: Entry[] = []
  const seen = new Map<string, string>()

  function patches() {
    for (const table of TAKEN_OVER) {
      const ids = new Set([...rows[table].keys(), ...known(table)])
      for (const id of ids) {
        const row = rows[table].get(id)
        const text = JSON.stringify(row)
        if (seen.get(`${table} ${id}`) === text) continue
        seen.set(`${table} ${id}`, text)
        entries.push({ kind: 'patch', table, id, row: row && { ...row } })
      }
    }
  }

  const known = (table: TableName) =>
    [...seen.keys()].flatMap((key) =>
      key.startsWith(`${table} `) ? key.slice(table.length + 1) : [],
    )

  return {
    entries,
    mark(kind) {
      if (kind === 'commit') patches()
      entries.push({ kind })
      // What was taken over in vain is taken over again.
      if (kind === 'rollback' || kind === 'undo') seen.clear()
    },
    call(what, args, result) {
      if (!NOT_ASKED.test(what))
        entries.push({ kind: 'call', what, ...structuredClone({ args, result }) })
      patches()
    },
  }
}
