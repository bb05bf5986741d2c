import type { Rows, TableName } from './rows.ts'

/** One thing that was asked of the database, in the order in which it was done. */
export type Entry =
  | { kind: 'begin' | 'commit' | 'rollback' | 'savepoint' | 'release' | 'undo' }
  | { kind: 'call'; what: string; args: unknown[]; result: unknown }
  /** Rows that were changed otherwise, as they are now; without one it was removed. */
  | { kind: 'patch'; table: TableName; id: string; row: object | undefined }

export type Recorder = {
  readonly entries: Entry[]
  /** What is there now is the beginning: it is known. */
  begin(): void
  mark(kind: Exclude<Entry['kind'], 'call' | 'patch'>): void
  call(what: string, args: unknown[], result: unknown): void
}

/** What other stores than those of planning, ownership and lanes write; it is taken over as it is. */
const TAKEN_OVER: readonly TableName[] = ['processes', 'groups', 'accounts']

/** What other rooms do, and what depends on who is alive and what time it is there. */
const NOT_ASKED =
  /^(groups|content|notifications|deliveries\/trouble-store|cycles\/(changes|descriptions|limits))\b|(Process|Processes|Lease|census|readTime|accounts\/store\.find)$/

/** What PostgreSQL has of a table that is taken over: rows as text, by id. */
type Seen = ReadonlyMap<TableName, Map<string, string>>

const copyOf = (seen: Seen): Seen => new Map([...seen].map(([table, has]) => [table, new Map(has)]))

/** Writes down everything that is asked of the model, so that PostgreSQL can be asked the same. */
export function openRecorder(rows: Rows): Recorder {
  const entries: Entry[] = []
  let seen: Seen = new Map(TAKEN_OVER.map((table) => [table, new Map<string, string>()]))
  /** What it has again when its transaction, or its savepoint, is taken back. */
  let [atBegin, atSavepoint] = [seen, seen]

  function patches() {
    for (const [table, has] of seen) {
      for (const id of new Set([...rows[table].keys(), ...has.keys()])) {
        const row = rows[table].get(id)
        const text = JSON.stringify(row)
        if (has.get(id) === text) continue
        if (row) has.set(id, text)
        else has.delete(id)
        entries.push({ kind: 'patch', table, id, row: row && { ...row } })
      }
    }
  }

  return {
    entries,
    begin() {
      patches()
      entries.length = 0
    },
    mark(kind) {
      if (kind === 'commit') patches()
      entries.push({ kind })
      if (kind === 'begin') atBegin = copyOf(seen)
      if (kind === 'savepoint') atSavepoint = copyOf(seen)
      if (kind === 'rollback') seen = atBegin
      if (kind === 'undo') seen = atSavepoint
    },
    call(what, args, result) {
      if (!NOT_ASKED.test(what))
        entries.push({ kind: 'call', what, ...structuredClone({ args, result }) })
      patches()
    },
  }
}
