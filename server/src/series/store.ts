import type { ChannelKind } from '@carillon/contract/config'
import { LAST_RESULTS_MAX } from '@carillon/contract/messages'
import { sql, type RawBuilder, type Selectable, type Updateable } from 'kysely'
import type { SourceKind } from '../occurrences/port.ts'
import type { Reading, Tx } from '../platform/context.ts'
import type { Tables } from '../platform/db/database.ts'
import { list, millis } from '../platform/db/lists.ts'
import { prepared } from '../platform/db/prepared.ts'
import { hasChannel, hasGroup, needsAttention } from './targets-store.ts'

/** The table of each source. The columns that are named in this file are the same in all of them. */
export const TABLES = { message: 'messages', cycle: 'cycles' } as const satisfies Record<
  SourceKind,
  keyof Tables
>
type TableOf<S extends SourceKind> = Tables[(typeof TABLES)[S]]
type RowOf<S extends SourceKind> = Selectable<TableOf<S>>

/** Columns of a row that change; its rev grows by itself. */
export type ChangeOf<S extends SourceKind> = Updateable<
  Omit<TableOf<S>, 'id' | 'rev' | 'editedRev'>
>

/** The fields of a changed row that are published. */
export type Changed = { id: string; userId: string; rev: number }

/** What a list asks for. */
export type Filter<Status extends string> = {
  userId: string
  statuses?: readonly Status[]
  groupId?: string
  channels?: readonly ChannelKind[]
  attention?: boolean
  /** Orders all by last change, and does not put coming sends first. */
  byChange?: boolean
}

/** Where a page ended: among the upcoming rows by their next slot, or among the rest by their last change. */
export type Cursor = { upcoming: boolean; at: Date; id: string }

/** The `ilike` pattern that finds these words anywhere. */
export const containing = (words: string): string =>
  `%${words.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/** Rows deleted at once: each can have 5,000 groups, which are deleted with it. */
const ERASED_AT_ONCE = 20

/** The statements that are the same for every source. They leave out deleted rows unless they say otherwise. */
export function rowsOf<S extends SourceKind>(source: S) {
  const table: (typeof TABLES)[SourceKind] = TABLES[source]
  const named = sql.table(table)
  type Row = RowOf<S>
  type Change = ChangeOf<S>

  const withDeleted = (reading: Reading) => reading.db.selectFrom(table).selectAll().$castTo<Row>()
  const present = (reading: Reading) => withDeleted(reading).where('deletedAt', 'is', null)
  const change = (tx: Tx, id: string, columns: Change) =>
    tx.db
      .updateTable(table)
      .set(columns as { updatedAt?: Date })
      .set((row) => ({ rev: row('rev', '+', 1) }))
      .where('id', '=', id)

  return {
    /** Changes a row and returns it. */
    update: (tx: Tx, id: string, columns: Change): Promise<Row> =>
      change(tx, id, columns).returningAll().$castTo<Row>().executeTakeFirstOrThrow(),

    /** Changes a row and returns only the fields to publish. */
    set: (tx: Tx, id: string, columns: Change): Promise<Changed> =>
      change(tx, id, columns).returning(['id', 'userId', 'rev']).executeTakeFirstOrThrow(),

    /** Changes a row for a person and returns it. */
    edit: (tx: Tx, id: string, columns: Change): Promise<Row> =>
      change(tx, id, columns)
        .set((row) => ({ editedRev: row('rev', '+', 1) }))
        .returningAll()
        .$castTo<Row>()
        .executeTakeFirstOrThrow(),

    /** The row of this user. */
    find: (reading: Reading, userId: string, id: string): Promise<Row | undefined> =>
      present(reading).where('id', '=', id).where('userId', '=', userId).executeTakeFirst(),

    /** The row of this user, locked until the transaction ends. */
    lock: (tx: Tx, userId: string, id: string): Promise<Row | undefined> =>
      present(tx).where('id', '=', id).where('userId', '=', userId).forUpdate().executeTakeFirst(),

    /** The row of any user, locked until the transaction ends. */
    lockAny: (tx: Tx, id: string): Promise<Row | undefined> =>
      present(tx).where('id', '=', id).forUpdate().executeTakeFirst(),

    /**
     * Rows of any users, locked until the transaction ends, always in the same order. Deleted ones are
     * among them: they are kept up to date, because they may be restored.
     */
    lockThese: async (tx: Tx, ids: readonly string[]): Promise<Row[]> =>
      ids.length === 0
        ? []
        : withDeleted(tx).where('id', 'in', ids).orderBy('id').forUpdate().execute(),

    /** Which of these rows exist; with a group, only those that go to it. `and` is a further condition. */
    async findPresent(
      reading: Reading,
      ids: readonly string[],
      groupId: string | undefined,
      and: RawBuilder<boolean> = sql`true`,
    ): Promise<ReadonlySet<string>> {
      const inGroup = hasGroup(source, sql`${groupId ?? null}::uuid`)
      const { rows } = await sql<{ id: string }>`${prepared}
        select id from ${named} as series
         where id = any(${list(ids)}::uuid[]) and deleted_at is null and ${and}
           and (${groupId ?? null}::uuid is null or ${inGroup})`.execute(reading.db)
      return new Set(rows.map(({ id }) => id))
    },

    /** Writes the next slots of rows that nobody edited: a country changed its clocks. */
    async retime(
      tx: Tx,
      slots: readonly { sourceId: string; nextSlotAt: Date }[],
      now: Date,
    ): Promise<Changed[]> {
      const { rows } = await sql<Changed>`
        update ${named} as series
           set next_at = to_timestamp(moved.next / 1000), rev = rev + 1, updated_at = ${now}
          from unnest(${list(slots.map((slot) => slot.sourceId))}::uuid[],
                      ${millis(slots.map((slot) => slot.nextSlotAt))}::float8[]) as moved (id, next)
         where series.id = moved.id
        returning series.id, series.user_id, series.rev`.execute(tx.db)
      return rows
    },

    /** Grows the rev of rows after something that belongs to them changed. */
    touch: (tx: Tx, ids: readonly string[], now: Date): Promise<Changed[]> =>
      tx.db
        .updateTable(table)
        .set((row) => ({ rev: row('rev', '+', 1), updatedAt: now }))
        .where('id', 'in', ids)
        .returning(['id', 'userId', 'rev'])
        .execute(),

    /**
     * One page: first what is to come, by its time; then the rest, the last changed first; or all by their last
     * change. `and` are further conditions.
     */
    async list(
      reading: Reading,
      { userId, statuses, groupId, channels, attention, byChange }: Filter<string>,
      and: readonly RawBuilder<boolean>[],
      cursor: Cursor | undefined,
      limit: number,
    ): Promise<Row[]> {
      const conditions = [
        sql`user_id = ${userId} and deleted_at is null`,
        ...(statuses ? [sql`status = any(${statuses}::text[])`] : []),
        ...(attention ? [needsAttention(source)] : []),
        ...(groupId ? [hasGroup(source, sql`${groupId}::uuid`)] : []),
        ...(channels ? [hasChannel(source, channels)] : []),
        ...and,
      ]
      const matching = sql`select * from ${named} as series where ${sql.join(conditions, sql` and `)}`
      const onFrom = cursor?.upcoming
        ? sql`and (next_at, id) > (${cursor.at}, ${cursor.id})`
        : sql``
      const upcoming =
        byChange || (cursor && !cursor.upcoming)
          ? []
          : (
              await sql<Row>`${matching} and next_at is not null ${onFrom}
                order by next_at, id limit ${limit}`.execute(reading.db)
            ).rows
      if (upcoming.length === limit) return upcoming
      const below =
        cursor && !cursor.upcoming
          ? sql`and (updated_at, id) < (${cursor.at}, ${cursor.id})`
          : sql``
      const { rows } =
        await sql<Row>`${matching} ${byChange ? sql`` : sql`and next_at is null`} ${below}
        order by updated_at desc, id desc limit ${limit - upcoming.length}`.execute(reading.db)
      return [...upcoming, ...rows]
    },

    /** All rows of a user in the order of their ids, after the last one read. */
    listById: (
      reading: Reading,
      userId: string,
      after: string | undefined,
      limit: number,
    ): Promise<Row[]> => {
      const own = present(reading).where('userId', '=', userId).orderBy('id').limit(limit)
      return (after === undefined ? own : own.where('id', '>', after)).execute()
    },

    /** How many rows a user has, drafts and finished ones included. `and` is a further condition. */
    async countAll(tx: Tx, userId: string, and: RawBuilder<boolean> = sql`true`): Promise<number> {
      const { n } = await tx.db
        .selectFrom(table)
        .select((row) => row.fn.countAll<number>().as('n'))
        .where('userId', '=', userId)
        .where('deletedAt', 'is', null)
        .where(and)
        .executeTakeFirstOrThrow()
      return n
    },

    /** How many single runs of a user that are not over have their own text. */
    async countSlotContents(tx: Tx, userId: string, now: Date): Promise<number> {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from slot_contents c join ${named} as series on series.id = c.source_id
         where c.source = ${source} and user_id = ${userId} and deleted_at is null
           and (following or slot_at >= ${now})`.execute(tx.db)
      return rows[0]!.n
    },

    /** Forgets the own texts of single runs of a user that were over before this instant. */
    async forgetSlotContents(tx: Tx, userId: string, before: Date): Promise<void> {
      await sql`
        delete from slot_contents c using ${named} as series
         where c.source = ${source} and series.id = c.source_id and user_id = ${userId}
           and not following and slot_at < ${before}`.execute(tx.db)
    },

    /** Which of these occurrences are among the last ones of their series: a list shows them. */
    async findShown(reading: Reading, ids: readonly string[]): Promise<ReadonlySet<string>> {
      const { rows } = await sql<{ id: string }>`
        select o.id from occurrences o join ${named} as series on series.id = o.source_id
        where o.id = any(${list(ids)}::uuid[]) and o.source = ${source} and (
          select count(*) from (
            select from occurrences n
            where n.source = ${source} and n.source_id = o.source_id and (n.due_at, n.id) > (o.due_at, o.id)
            limit ${LAST_RESULTS_MAX}) as newer) < ${LAST_RESULTS_MAX}`.execute(reading.db)
      return new Set(rows.map(({ id }) => id))
    },

    /** A deleted row that was found, locked until the transaction ends. */
    lockDeleted: (tx: Tx, id: string): Promise<Row> =>
      withDeleted(tx).where('id', '=', id).forUpdate().executeTakeFirstOrThrow(),

    /** Marks a row as deleted and returns its rev. Only the next slot is cleared, all other columns stay. */
    async markDeleted(tx: Tx, id: string, now: Date): Promise<number> {
      const { rev } = await tx.db
        .updateTable(table)
        .set((row) => ({ deletedAt: now, nextAt: null, rev: row('rev', '+', 1) }))
        .where('id', '=', id)
        .returning('rev')
        .executeTakeFirstOrThrow()
      return rev
    },

    /** Restores a deleted row, with what has changed in the meantime. */
    async restore(tx: Tx, id: string, columns: Change): Promise<void> {
      await change(tx, id, columns).set({ deletedAt: null }).execute()
    },

    /** Erases some rows of a user. Returns whether there may be more. */
    async eraseSome(tx: Tx, userId: string): Promise<boolean> {
      const { numAffectedRows } = await sql`
        delete from ${named} where id = any(array(
          select id from ${named} where user_id = ${userId} limit ${ERASED_AT_ONCE}))`.execute(
        tx.db,
      )
      return numAffectedRows === BigInt(ERASED_AT_ONCE)
    },
  }
}
