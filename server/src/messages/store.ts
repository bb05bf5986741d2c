import type { Narrowed } from '../planning/port.ts'
import { BRIEF_SOURCE_MAX } from '../content/words.ts'
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import { list, millis } from '../platform/db/lists.ts'
import { PREPARED } from '../platform/db/prepared.ts'
import type { Reading, Tx } from '../platform/context.ts'
import type { MessagesTable } from './tables.ts'

const prepared = sql.raw(PREPARED)

export type MessageRow = Selectable<MessagesTable>

/** Columns of a message that change; its rev grows by itself. */
export type MessageChange = Updateable<Omit<MessagesTable, 'id' | 'rev' | 'editedRev'>>

export async function insert(tx: Tx, row: Insertable<MessagesTable>): Promise<void> {
  await tx.db.insertInto('messages').values(row).execute()
}

/** Changes a message and grows its rev; answers what it is then. */
export async function update(tx: Tx, id: string, change: MessageChange): Promise<MessageRow> {
  return tx.db
    .updateTable('messages')
    .set(change)
    .set((row) => ({ rev: row('rev', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Changes a message as a person wants it; answers what it is then. */
export async function edit(tx: Tx, id: string, change: MessageChange): Promise<MessageRow> {
  return tx.db
    .updateTable('messages')
    .set(change)
    .set((row) => ({ rev: row('rev', '+', 1), editedRev: row('rev', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Deletes the row for good, with all that belongs to it. */
export async function remove(tx: Tx, id: string): Promise<void> {
  await tx.db.deleteFrom('messages').where('id', '=', id).execute()
}

/** The message of this user, locked until the transaction ends. */
export async function lock(tx: Tx, userId: string, id: string): Promise<MessageRow | undefined> {
  return tx.db
    .selectFrom('messages')
    .selectAll()
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** The message, whoever's it is, locked until the transaction ends. */
export async function lockAny(tx: Tx, id: string): Promise<MessageRow | undefined> {
  return tx.db
    .selectFrom('messages')
    .selectAll()
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/**
 * Messages, whoever's they are, locked until the transaction ends, always in the same order. Deleted ones
 * are among them: what becomes of them is kept up for when they are restored.
 */
export async function lockThese(tx: Tx, ids: readonly string[]): Promise<MessageRow[]> {
  if (ids.length === 0) return []
  return tx.db
    .selectFrom('messages')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** What planning needs to know of a message. */
export type PlannedRow = Pick<
  MessageRow,
  | 'id'
  | 'kind'
  | 'status'
  | 'contentId'
  | 'catchUpMinutes'
  | 'onUnconfirmed'
  | 'overlap'
  | 'pausedUntil'
>

/** Messages as they are at this moment, not locked; those that do not exist are left out. */
export async function readPlanned(reading: Reading, ids: readonly string[]): Promise<PlannedRow[]> {
  const { rows } = await sql<PlannedRow>`${prepared}
    select id, kind, status, content_id, catch_up_minutes, on_unconfirmed, overlap, paused_until
      from messages where id = any(${list(ids)}::uuid[]) and deleted_at is null`.execute(reading.db)
  return rows
}

/** Those of these messages that are there. */
export async function findPresent(
  reading: Reading,
  ids: readonly string[],
  { groupId, kind }: Narrowed = {},
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`${prepared}
    select id from messages where id = any(${list(ids)}::uuid[]) and deleted_at is null
       and (${kind ?? null}::text is null or kind = ${kind ?? null})
       and (${groupId ?? null}::uuid is null or exists (
         select 1 from message_groups m where m.message_id = messages.id and m.group_id = ${groupId ?? null}))`.execute(
    reading.db,
  )
  return new Set(rows.map(({ id }) => id))
}

type Brief = Pick<MessageRow, 'id' | 'kind' | 'title'> & {
  text: string
  groups: number
  groupId: string | null
}

/** Messages as the calendar shows them: how they begin, and to how many groups they go. */
export async function readBrief(reading: Reading, ids: readonly string[]): Promise<Brief[]> {
  return reading.db
    .selectFrom('messages')
    .innerJoin('contents', 'contents.id', 'messages.contentId')
    .select(['messages.id', 'kind', 'title'])
    .select(sql<string>`left(contents.body ->> 'text', ${BRIEF_SOURCE_MAX})`.as('text'))
    .select((row) =>
      row
        .selectFrom('messageGroups')
        .whereRef('messageId', '=', 'messages.id')
        .select((all) => all.fn.countAll<number>().as('n'))
        .as('groups'),
    )
    .select((row) =>
      row
        .selectFrom('messageGroups')
        .whereRef('messageId', '=', 'messages.id')
        .select('groupId')
        .orderBy('position')
        .limit(1)
        .as('groupId'),
    )
    .where('messages.id', 'in', ids)
    .where('deletedAt', 'is', null)
    .$narrowType<{ groups: number }>()
    .execute()
}

/** Writes down how messages stand, all in one statement; answers what has changed. */
export async function setStatuses(
  tx: Tx,
  changes: readonly Pick<MessageRow, 'id' | 'status' | 'attention'>[],
  now: Date,
): Promise<Pick<MessageRow, 'id' | 'userId' | 'rev'>[]> {
  const { rows } = await sql<Pick<MessageRow, 'id' | 'userId' | 'rev'>>`
    update messages
       set status = stands.status, attention = stands.attention::jsonb, rev = rev + 1,
           updated_at = ${now}
      from unnest(${changes.map((one) => one.id)}::uuid[],
                  ${changes.map((one) => one.status)}::text[],
                  ${changes.map((one) => one.attention && JSON.stringify(one.attention))}::text[])
           as stands (id, status, attention)
     where messages.id = stands.id
    returning messages.id, messages.user_id, messages.rev`.execute(tx.db)
  return rows
}

/** Whether a series goes on by itself, as it is now: it may have paused itself since the planner read it. */
const goes = sql`(status = 'active' or (status = 'paused' and paused_until is not null))`

/**
 * Moves messages on with a slot, all in one statement: a single one is being sent now, unless the slot
 * had its occurrence; a series goes on, or has finished, unless it stopped itself. Answers what has changed.
 */
export async function moveOn(
  tx: Tx,
  moves: readonly {
    sourceId: string
    slotAt: Date | null
    nextSlotAt: Date | null
    opened: boolean
  }[],
  now: Date,
): Promise<Pick<MessageRow, 'id' | 'userId' | 'rev'>[]> {
  const { rows } = await sql<Pick<MessageRow, 'id' | 'userId' | 'rev'>>`${prepared}
    update messages
       set status = case when kind = 'scheduled' then case when opened then 'sending' else status end
                         when slot_at is null or not ${goes} then status
                         when moved.next_at is null then 'finished' else 'active' end,
           next_at = case when kind = 'automated' and (slot_at is null or not ${goes}) then messages.next_at
                          else moved.next_at end,
           paused_until = case when slot_at is null or not ${goes} then paused_until end,
           attention = case when kind = 'scheduled' then null else attention end,
           rev = rev + 1, updated_at = ${now}
      from (select id, to_timestamp(slot / 1000) as slot_at, to_timestamp(next / 1000) as next_at, opened
              from unnest(${list(moves.map((move) => move.sourceId))}::uuid[],
                          ${millis(moves.map((move) => move.slotAt))}::float8[],
                          ${millis(moves.map((move) => move.nextSlotAt))}::float8[],
                          ${moves.map((move) => move.opened)}::bool[]) as m (id, slot, next, opened)) as moved
     where messages.id = moved.id
    returning messages.id, messages.user_id, messages.rev`.execute(tx.db)
  return rows
}

/** Messages whose next slot comes at another instant, though nobody changed them; answers their new state. */
export async function retime(
  tx: Tx,
  slots: readonly { sourceId: string; nextSlotAt: Date }[],
  now: Date,
): Promise<Pick<MessageRow, 'id' | 'userId' | 'rev'>[]> {
  const { rows } = await sql<Pick<MessageRow, 'id' | 'userId' | 'rev'>>`
    update messages
       set next_at = moved.next_at, rev = rev + 1, updated_at = ${now}
      from unnest(${slots.map((slot) => slot.sourceId)}::uuid[],
                  ${slots.map((slot) => slot.nextSlotAt)}::timestamptz[]) as moved (id, next_at)
     where messages.id = moved.id
    returning messages.id, messages.user_id, messages.rev`.execute(tx.db)
  return rows
}
