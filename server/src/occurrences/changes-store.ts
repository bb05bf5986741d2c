import { sql, type Insertable, type Selectable } from 'kysely'
import type { Reading, Tx } from '../platform/context.ts'
import type { SentChangesTable } from './tables.ts'

export type SentChange = Selectable<SentChangesTable>

/** How many changes of one occurrence are shown: the last ones. */
const SHOWN_MAX = 10

/** Keeps what a person decided about all that an occurrence has sent. */
export async function insertSentChange(tx: Tx, row: Insertable<SentChangesTable>): Promise<void> {
  await tx.db.insertInto('sentChanges').values(row).execute()
}

/** Writes how far a change has come. What another change took from it stays counted. */
export async function setSentChange(
  tx: Tx,
  id: string,
  { done, failed }: { done: number; failed: number },
): Promise<void> {
  await sql`
    update sent_changes set done = greatest(done, ${done}), failed = least(${failed}, total - greatest(done, ${done}))
    where id = ${id}`.execute(tx.db)
}

/** Of how many deliveries the changes of an occurrence are, now that all were asked; what is counted stays so. */
export async function settleChanges(
  tx: Tx,
  occurrenceId: string,
  asked: ReadonlyMap<string, number>,
): Promise<void> {
  const changes = (await readSentChanges(tx, [occurrenceId])).get(occurrenceId) ?? []
  for (const { id, done, failed, total } of changes) {
    const now = Math.max(done + failed, asked.get(id) ?? 0)
    if (now === total) continue
    await tx.db.updateTable('sentChanges').set({ total: now }).where('id', '=', id).execute()
  }
}

/** Changes that have not come to their end, the newest first: of one occurrence, or some of all. */
export const findOpenChanges = (
  reading: Reading,
  occurrenceId?: string,
): Promise<Pick<SentChange, 'id' | 'occurrenceId'>[]> =>
  reading.db
    .selectFrom('sentChanges')
    .select(['id', 'occurrenceId'])
    .where((row) => row(row('done', '+', row.ref('failed')), '<', row.ref('total')))
    .$if(occurrenceId !== undefined, (query) => query.where('occurrenceId', '=', occurrenceId!))
    .orderBy('id', 'desc')
    .limit(100)
    .execute()

/** The last changes of these occurrences, by the id of each, the oldest first. */
export async function readSentChanges(
  reading: Reading,
  ids: readonly string[],
): Promise<Map<string, SentChange[]>> {
  if (ids.length === 0) return new Map()
  const rows = await reading.db
    .selectFrom('sentChanges')
    .selectAll()
    .where('occurrenceId', 'in', ids)
    .orderBy('at')
    .orderBy('id')
    .execute()
  const all = Map.groupBy(rows, ({ occurrenceId }) => occurrenceId)
  return new Map([...all].map(([id, changes]) => [id, changes.slice(-SHOWN_MAX)]))
}
