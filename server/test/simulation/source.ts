import type { Post, Prepared, Source } from '../../src/planning/port.ts'
import type { Context, Tx } from '../../src/platform/context.ts'
import type { Asked } from './cycle-people.ts'
import type { Rows } from './rows.ts'
import type { OccurrenceChange } from '../../src/occurrences/port.ts'

/** What owns a schedule in the simulation, as a message does in the product. */
export type SourceRow = {
  id: string
  userId: string
  status: 'active' | 'paused' | 'canceled'
  /** Why the planner gave it up. */
  poisoned: string | null
  /** It cannot be prepared, now or at first. */
  poison: boolean
  bad: boolean
  posts: readonly Post[]
  /** How many runs of it there were. */
  runs: number
  catchUpMs: number
  onUnconfirmed: 'ask' | 'resend' | 'assume_sent'
  /** What it was told of its occurrences, in order. */
  told: readonly OccurrenceChange[]
  /** Of a cycle: what a person did to it last. */
  asked?: Asked
}

/** The sources of one world. They are in its database, so that what they write is undone with the rest. */
export function openSource(rows: Rows): Source {
  const save = (id: string, changes: Partial<SourceRow>) =>
    rows.change('sources', rows.sources.get(id)!, changes)

  return {
    async prepare(_ctx, _tx, due) {
      const prepared = new Map<string, Prepared>()
      for (const { sourceId, slotAt, continued } of due) {
        const row = rows.sources.get(sourceId)
        if (!row) continue
        if (row.poison) throw new Error('This content cannot be prepared.')
        if (slotAt !== null && !continued && row.status !== 'active') continue
        const { posts, catchUpMs, onUnconfirmed } = row
        const decided = { contents: posts[0]!.contentIds }
        const run = { n: row.runs + 1 }
        prepared.set(sourceId, { kind: 'send', catchUpMs, onUnconfirmed, posts, decided, run })
      }
      return prepared
    },
    async planned(_ctx, _tx, planned) {
      for (const { sourceId, opened, skipped } of planned) {
        const { runs } = rows.sources.get(sourceId)!
        if (opened && !skipped) save(sourceId, { runs: runs + 1 })
      }
    },
    async retimed() {},
    async occurrencesChanged(_ctx, _tx, occurrences) {
      for (const occurrence of occurrences) {
        const { told } = rows.sources.get(occurrence.sourceId)!
        save(occurrence.sourceId, { told: [...told, occurrence] })
      }
    },
    findPresent: async (_reading, ids) => new Set(ids),
    describe: async () => new Map(),
    async pause(_ctx: Context, _tx: Tx, sourceId: string, reason: string) {
      save(sourceId, { status: 'paused', poisoned: reason })
    },
  }
}
