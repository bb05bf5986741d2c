import { LAST_RESULTS_MAX } from '@carillon/contract/messages'
import { sql, type NotNull, type Selectable } from 'kysely'
import type { Reading } from '../platform/context.ts'
import {
  NONE_DELETED,
  readDeletions,
  readEdited,
  readSentChanges,
  type Deletions,
  type Edited,
  type SentChange,
} from './changes-store.ts'
import type { Decided, SourceKind } from './port.ts'
import type { OccurrencesTable } from './tables.ts'
import { readWaiting, type Waiting } from './waiting-store.ts'

/** An occurrence with everything that is shown of it. */
export type ShownOccurrence = OccurrenceRow & {
  waiting: Waiting | null
  changes: SentChange[]
  edited: Edited | null
  deletions: Deletions
}
export type OccurrenceRow = Omit<Selectable<OccurrencesTable>, 'decided'>

/** The columns that are shown or asked for. `decided` may be large and is read separately. */
const columns: Record<keyof OccurrenceRow, true> = {
  id: true,
  userId: true,
  source: true,
  sourceId: true,
  scheduleId: true,
  slotAt: true,
  dueAt: true,
  status: true,
  reason: true,
  fanOutFrom: true,
  fanOutFailures: true,
  fanOutNotBefore: true,
  restoreFrom: true,
  stopped: true,
  onUnconfirmed: true,
  ignoresRules: true,
  keptBack: true,
  run: true,
  parts: true,
  total: true,
  sent: true,
  failed: true,
  skipped: true,
  unconfirmed: true,
  told: true,
  rang: true,
  reopened: true,
  createdAt: true,
  finishedAt: true,
}
const COLUMNS = Object.keys(columns) as (keyof OccurrenceRow)[]

/** Adds to occurrences their waiting deliveries, and their edits and deletions, in the same order. */
async function asShown(
  reading: Reading,
  rows: readonly OccurrenceRow[],
): Promise<ShownOccurrence[]> {
  const open = rows.filter((row) => row.keptBack && !row.finishedAt).map(({ id }) => id)
  const found = open.length === 0 ? [] : await readWaiting(reading, open)
  const waiting = new Map(found.map(({ id, ...one }) => [id, one]))
  const sent = rows.filter((row) => row.sent > 0).map(({ id }) => id)
  const changes = await readSentChanges(reading, sent)
  const edited = await readEdited(reading, changes)
  const deletions = await readDeletions(reading, sent)
  return rows.map((row) => ({
    ...row,
    waiting: waiting.get(row.id) ?? null,
    changes: changes.get(row.id) ?? [],
    edited: edited.get(row.id) ?? null,
    deletions: deletions.get(row.id) ?? NONE_DELETED,
  }))
}

/** An occurrence of this user. */
export async function findOccurrence(
  reading: Reading,
  userId: string,
  id: string,
): Promise<ShownOccurrence | undefined> {
  const rows = await reading.db
    .selectFrom('occurrences')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('userId', '=', userId)
    .execute()
  return (await asShown(reading, rows))[0]
}

/** A user's occurrences, the latest due first, after the end of the last page. */
export async function listOccurrences(
  reading: Reading,
  userId: string,
  after: { at: Date; id: string } | undefined,
  limit: number,
): Promise<ShownOccurrence[]> {
  const rows = await reading.db
    .selectFrom('occurrences')
    .select(COLUMNS)
    .where('userId', '=', userId)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(due_at, id) < (${after?.at}, ${after?.id})`),
    )
    .orderBy('dueAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return asShown(reading, rows)
}

/** Fields for the row of result dots. */
export type ResultRow = Pick<OccurrenceRow, 'id' | 'sourceId' | 'dueAt' | 'status' | 'reason'>

/**
 * How many of the last due occurrences are searched for the latest one. One that was planned ahead may have
 * been canceled, and its source sent now before it was due.
 */
const AHEAD_MAX = 10

/** The latest occurrence of each of these sources: the one that was made last. `first`: what comes before all others. */
export async function latestOccurrences(
  reading: Reading,
  source: SourceKind,
  ids: readonly string[],
  first = sql`created_at`,
): Promise<Map<string, OccurrenceRow>> {
  const { rows } = await sql<OccurrenceRow>`
    select latest.*
      from unnest(${ids}::uuid[]) as asked (id)
     cross join lateral (
       select * from (
         select ${sql.join(COLUMNS.map((column) => sql.ref(column)))} from occurrences
          where source = ${source} and source_id = asked.id
          order by due_at desc, id desc limit ${AHEAD_MAX}) as last
        order by ${first} desc, created_at desc, due_at desc, id desc limit 1) as latest`.execute(
    reading.db,
  )
  return new Map(rows.map((row) => [row.sourceId, row]))
}

/** One that is still being sent while later ones were skipped. */
const GOING_ON = sql`finished_at is null
  and first_value(status) over (order by created_at desc, due_at desc, id desc) = 'skipped'`

/**
 * The latest occurrence of each of these sources, with everything that is shown of it. While one is still being sent, it
 * comes before later ones that were skipped.
 */
export async function shownOccurrences(
  reading: Reading,
  source: SourceKind,
  ids: readonly string[],
): Promise<Map<string, ShownOccurrence>> {
  const latest = await latestOccurrences(reading, source, ids, GOING_ON)
  const rows = await asShown(reading, [...latest.values()])
  return new Map(rows.map((row) => [row.sourceId, row]))
}

/** The decisions of these occurrences, if they were stored. */
export async function readDecided(
  reading: Reading,
  ids: readonly string[],
): Promise<Map<string, Decided>> {
  if (ids.length === 0) return new Map()
  const rows = await reading.db
    .selectFrom('occurrences')
    .select(['id', 'decided'])
    .where('id', 'in', ids)
    .where('decided', 'is not', null)
    .$narrowType<{ decided: NotNull }>()
    .execute()
  return new Map(rows.map(({ id, decided }) => [id, decided]))
}

/** The last occurrences of each source, the newest first. */
export async function lastResults(
  reading: Reading,
  source: SourceKind,
  ids: readonly string[],
): Promise<Map<string, ResultRow[]>> {
  const { rows } = await sql<ResultRow>`
    select last.*
      from unnest(${ids}::uuid[]) as asked (id)
     cross join lateral (
       select id, source_id, due_at, status, reason from occurrences
        where source = ${source} and source_id = asked.id
        order by due_at desc, id desc limit ${LAST_RESULTS_MAX}) as last`.execute(reading.db)
  return Map.groupBy(rows, (row) => row.sourceId)
}

/** Which of these sources are still sending an occurrence. One of which a person retries a delivery does not count. */
export async function readSending(
  reading: Reading,
  source: SourceKind,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await reading.db
    .selectFrom('occurrences')
    .select('sourceId')
    .distinct()
    .where('source', '=', source)
    .where('sourceId', 'in', ids)
    .where('finishedAt', 'is', null)
    .where('reopened', '=', false)
    .execute()
  return new Set(rows.map((row) => row.sourceId))
}

/**
 * How many of the last occurrences of each source failed in a row, up to the number at which it pauses
 * itself.
 */
export async function countFailures(
  reading: Reading,
  source: SourceKind,
  series: readonly { id: string; pauseAfterFailures: number }[],
): Promise<Map<string, number>> {
  if (series.length === 0) return new Map()
  const { rows } = await sql<{ id: string; failures: number }>`
    select asked.id,
           (select count(*)::int from (
              select status, bool_and(status = 'failed') over (order by due_at desc, id desc) as all_failed
                from occurrences
               where source = ${source} and source_id = asked.id and status in ('done', 'partly', 'failed')
               order by due_at desc, id desc limit asked.most) as last
             where all_failed) as failures
      from unnest(${series.map(({ id }) => id)}::uuid[],
                  ${series.map((one) => one.pauseAfterFailures)}::int[])
           as asked (id, most)`.execute(reading.db)
  return new Map(rows.map(({ id, failures }) => [id, failures]))
}

export async function latestOccurrence(
  reading: Reading,
  source: SourceKind,
  id: string,
): Promise<OccurrenceRow | undefined> {
  return (await latestOccurrences(reading, source, [id])).get(id)
}

/** The occurrences of a source, newest first, after the end of the last page. */
export async function listOfSource(
  reading: Reading,
  { source, sourceId }: { source: SourceKind; sourceId: string },
  after: { at: Date; id: string } | undefined,
  limit: number,
): Promise<ShownOccurrence[]> {
  let query = reading.db
    .selectFrom('occurrences')
    .select(COLUMNS)
    .where('source', '=', source)
    .where('sourceId', '=', sourceId)
  if (after) query = query.where(sql<boolean>`(due_at, id) < (${after.at}, ${after.id})`)
  const rows = await query.orderBy('dueAt', 'desc').orderBy('id', 'desc').limit(limit).execute()
  return asShown(reading, rows)
}
