import { channelFacts, networkOf, type Network } from '@carillon/contract/channels'
import type { ChannelKind } from '@carillon/contract/config'
import type { Content } from '@carillon/contract/content/content'
import { sql, type Insertable, type Selectable } from 'kysely'
import type { Reading, Tx } from '../platform/context.ts'
import { column } from '../platform/db/lists.ts'
import type { Run, SourceKind } from './port.ts'
import type { SentChangesTable } from './tables.ts'

export type SentChange = Selectable<SentChangesTable>

/** How many changes of one occurrence are shown: the last ones. */
const SHOWN_MAX = 10

/** Stores a person's edit or deletion of all copies of an occurrence. */
export async function insertSentChange(tx: Tx, row: Insertable<SentChangesTable>): Promise<void> {
  await tx.db.insertInto('sentChanges').values(row).execute()
}

/** Stores the progress of a change. Deliveries that another change took over stay counted. */
export async function setSentChange(
  tx: Tx,
  id: string,
  { done, failed }: { done: number; failed: number },
): Promise<void> {
  await sql`
    update sent_changes set done = greatest(done, ${done}), failed = least(${failed}, total - greatest(done, ${done}))
    where id = ${id}`.execute(tx.db)
}

/** Sets the total of each change of an occurrence whose follow-ups were all created. Counted ones stay. */
export async function settleChanges(
  tx: Tx,
  occurrenceId: string,
  asked: ReadonlyMap<string, number>,
): Promise<void> {
  const changes = await tx.db
    .selectFrom('sentChanges')
    .select(['id', 'done', 'failed', 'total'])
    .where('occurrenceId', '=', occurrenceId)
    .where('askedAt', 'is not', null)
    .execute()
  for (const { id, done, failed, total } of changes) {
    const now = Math.max(done + failed, asked.get(id) ?? 0)
    if (now === total) continue
    await tx.db.updateTable('sentChanges').set({ total: now }).where('id', '=', id).execute()
  }
}

/** Stores when all follow-ups of a change were created. */
export async function setAskedAt(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.db.updateTable('sentChanges').set({ askedAt: at }).where('id', '=', id).execute()
}

/** Some changes from before this instant whose follow-ups were not all created: their job was lost. */
export const findInterrupted = (reading: Reading, before: Date): Promise<SentChange[]> =>
  reading.db
    .selectFrom('sentChanges')
    .selectAll()
    .where('askedAt', 'is', null)
    .where('at', '<', before)
    // An older program stored an edit without its new content.
    .where((row) => row.or([row('kind', '=', 'delete'), row('says', 'is not', null)]))
    .orderBy(sql`random()`)
    .limit(10)
    .execute()

/** Unfinished changes: of one occurrence, in the order in which they are to be locked, or some of all. */
export const findOpenChanges = (
  reading: Reading,
  occurrenceId?: string,
): Promise<Pick<SentChange, 'id' | 'occurrenceId'>[]> =>
  reading.db
    .selectFrom('sentChanges')
    .select(['id', 'occurrenceId'])
    .where((row) => row(row('done', '+', row.ref('failed')), '<', row.ref('total')))
    .$if(occurrenceId !== undefined, (query) =>
      query.where('occurrenceId', '=', occurrenceId!).orderBy('id'),
    )
    .orderBy(sql`random()`)
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

/** The latest other runs of the same source that have sent something, latest first. */
export const readOtherRuns = (
  reading: Reading,
  { id, source, sourceId }: { id: string; source: SourceKind; sourceId: string },
  most: number,
): Promise<{ id: string; dueAt: Date; run: Run | null }[]> =>
  reading.db
    .selectFrom('occurrences')
    .select(['id', 'dueAt', 'run'])
    .where('source', '=', source)
    .where('sourceId', '=', sourceId)
    .where('id', '!=', id)
    .where('sent', '>', 0)
    .where('finishedAt', 'is not', null)
    .orderBy('dueAt', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()

/** The last edit of an occurrence that has reached a group, the content since then, and the last edit on each network. */
export type Edited = { at: Date; content: Content; on: Partial<Record<Network, Date>> }

/** The last edit of each of these occurrences, of all of their changes. */
export async function readEdited(
  reading: Reading,
  changes: ReadonlyMap<string, readonly SentChange[]>,
): Promise<Map<string, Edited>> {
  const last = [...changes].flatMap(([id, all]) => {
    const edits = all.filter(({ kind, says, done }) => kind === 'edit' && says && done > 0)
    const edit = edits.at(-1)
    return edit ? [{ id, at: edit.at, says: edit.says, on: editedOn(edits) }] : []
  })
  if (last.length === 0) return new Map()
  const { rows } = await sql<{ id: string; body: Content }>`
    select id, body from contents where id = any(${column(last, 'says')}::uuid[])`.execute(
    reading.db,
  )
  const contents = new Map(rows.map(({ id, body }) => [id, body]))
  return new Map(
    last.flatMap(({ id, at, says, on }) => {
      const content = contents.get(says!)
      return content ? [[id, { at, content, on }] as const] : []
    }),
  )
}

/** When the last of these edits, oldest first, was on each network. */
const editedOn = (edits: readonly SentChange[]): Edited['on'] =>
  Object.fromEntries(
    edits.flatMap(({ at, channels }) =>
      (channels ?? (Object.keys(channelFacts) as ChannelKind[])).map((channel) => [
        networkOf(channelFacts[channel]),
        at,
      ]),
    ),
  )

/** How many copies of an occurrence were deleted, and when the last of them was. */
export type Deletions = { count: number; last: Date | null }
export const NONE_DELETED: Deletions = { count: 0, last: null }

/** The deleted copies of these occurrences, for any cause. */
export async function readDeletions(
  reading: Reading,
  ids: readonly string[],
): Promise<Map<string, Deletions>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Deletions & { id: string }>`
    select occurrence_id as id, count(*)::int as count, max(done_at) as last from follow_ups
    where occurrence_id = any(${ids}::uuid[]) and kind = 'delete' and done_at is not null
    group by occurrence_id`.execute(reading.db)
  return new Map(rows.map(({ id, ...one }) => [id, one]))
}
