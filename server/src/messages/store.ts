import type { Schedule } from '@carillon/contract/schedule'
import type { Shows } from '@carillon/contract/calendar'
import type { Narrowed } from '../planning/port.ts'
import { BRIEF_SOURCE_MAX } from '../content/words.ts'
import { sql, type Insertable, type Selectable } from 'kysely'
import { list, millis } from '../platform/db/lists.ts'
import { prepared } from '../platform/db/prepared.ts'
import type { Reading, Tx } from '../platform/context.ts'
import { rowsOf, type Changed, type ChangeOf } from '../series/store.ts'
import type { MessagesTable } from './tables.ts'
import { textCountIn, textIn, kindIn } from '../content/store.ts'

export type MessageRow = Selectable<MessagesTable>

export type MessageChange = ChangeOf<'message'>

const rows = rowsOf('message')
export const { edit, lockAny, lockThese, touch } = rows
export const { listById, findShown, eraseSome } = rows
export const { lockDeleted, markDeleted, restore } = rows

/** The message of this user. A test message is nowhere to be opened: it belongs to whoever waits for its result. */
export const find = async (
  reading: Reading,
  userId: string,
  id: string,
): Promise<MessageRow | undefined> => ordinary(await rows.find(reading, userId, id))

/** The same, locked until the transaction ends. */
export const lock = async (tx: Tx, userId: string, id: string): Promise<MessageRow | undefined> =>
  ordinary(await rows.lock(tx, userId, id))

const ordinary = (row: MessageRow | undefined) => (row?.trial ? undefined : row)

/** How many messages a user has, drafts and finished ones included; or how many test messages. */
export const countAll = (tx: Tx, userId: string, { trial }: { trial: boolean }): Promise<number> =>
  rows.countAll(tx, userId, sql`trial = ${trial}`)

export async function insert(tx: Tx, row: Insertable<MessagesTable>): Promise<void> {
  await tx.db.insertInto('messages').values(row).execute()
}

/** Deletes the row for good, with everything that belongs to it. */
export async function remove(tx: Tx, id: string): Promise<void> {
  await tx.db.deleteFrom('messages').where('id', '=', id).execute()
}

/** The columns that planning needs. */
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
  | 'runs'
> & { timeZone: string | null; moves: Schedule['moves'] | null }

/** Reads messages without a lock; ids that do not exist are missing. */
export async function readPlanned(reading: Reading, ids: readonly string[]): Promise<PlannedRow[]> {
  const { rows } = await sql<PlannedRow>`${prepared}
    select id, kind, status, content_id, catch_up_minutes, on_unconfirmed, overlap, paused_until, runs,
           schedule ->> 'timeZone' as time_zone, schedule -> 'moves' as moves
      from messages where id = any(${list(ids)}::uuid[]) and deleted_at is null`.execute(reading.db)
  return rows
}

/** Which of these messages exist; with a group or a kind, only those that match. Test messages are in no list. */
export const findPresent = (
  reading: Reading,
  ids: readonly string[],
  { groupId, kind }: Narrowed = {},
): Promise<ReadonlySet<string>> =>
  rows.findPresent(
    reading,
    ids,
    groupId,
    sql`not trial and (${kind ?? null}::text is null or kind = ${kind ?? null})`,
  )

type Brief = Pick<MessageRow, 'id' | 'kind' | 'title'> & {
  text: string
  /** How many texts it has. */
  count: number
  shows: Shows | null
}

/** Messages as the calendar and the bell show them: with the beginning of their text. */
export async function readBrief(reading: Reading, ids: readonly string[]): Promise<Brief[]> {
  return reading.db
    .selectFrom('messages')
    .innerJoin('contents', 'contents.id', 'messages.contentId')
    .select(['messages.id', 'kind', 'title'])
    .select(textIn(sql.ref('contents.body'), BRIEF_SOURCE_MAX).as('text'))
    .select(textCountIn(sql.ref('contents.body')).as('count'))
    .select(kindIn(sql.ref('contents.body')).as('shows'))
    .where('messages.id', 'in', ids)
    .where('deletedAt', 'is', null)
    .where('trial', '=', false)
    .execute()
}

/** Writes the status and attention of messages in one statement. Returns the changed rows. */
export async function setStatuses(
  tx: Tx,
  changes: readonly Pick<MessageRow, 'id' | 'status' | 'attention'>[],
  now: Date,
): Promise<Changed[]> {
  const { rows } = await sql<Changed>`
    update messages
       set status = change.status, attention = change.attention::jsonb, rev = rev + 1,
           updated_at = ${now}
      from unnest(${changes.map((one) => one.id)}::uuid[],
                  ${changes.map((one) => one.status)}::text[],
                  ${changes.map((one) => one.attention && JSON.stringify(one.attention))}::text[])
           as change (id, status, attention)
     where messages.id = change.id
    returning messages.id, messages.user_id, messages.rev`.execute(tx.db)
  return rows
}

/** Whether a series continues by itself now: it may have paused itself since the planner read it. */
const isActive = sql`(status = 'active' or (status = 'paused' and paused_until is not null))`

/**
 * Moves messages to their next slot, in one statement. A single message is then being sent, unless the slot
 * already had its occurrence. A series waits for its next slot or is finished, unless it paused itself. With `adopts` it
 * has this content from now on, which an older edit must not overwrite. Returns the changed rows.
 */
export async function moveOn(
  tx: Tx,
  moves: readonly {
    sourceId: string
    slotAt: Date | null
    nextSlotAt: Date | null
    opened: boolean
    skipped?: string
    adopts?: string | undefined
  }[],
  now: Date,
): Promise<Changed[]> {
  const { rows } = await sql<Changed>`${prepared}
    update messages
       set status = case when kind = 'scheduled' then case when opened then 'sending' else status end
                         when slot_at is null or not ${isActive} then status
                         when moved.next_at is null then 'finished' else 'active' end,
           next_at = case when kind = 'automated' and (slot_at is null or not ${isActive}) then messages.next_at
                          else moved.next_at end,
           paused_until = case when slot_at is null or not ${isActive} then paused_until end,
           attention = case when kind = 'scheduled' then null else attention end,
           runs = runs + says::int,
           content_id = coalesce(moved.adopts, content_id),
           edited_rev = case when moved.adopts is null then edited_rev else rev + 1 end,
           rev = rev + 1, updated_at = ${now}
      from (select id, to_timestamp(slot / 1000) as slot_at, to_timestamp(next / 1000) as next_at, opened, says, adopts
              from unnest(${list(moves.map((move) => move.sourceId))}::uuid[],
                          ${millis(moves.map((move) => move.slotAt))}::float8[],
                          ${millis(moves.map((move) => move.nextSlotAt))}::float8[],
                          ${moves.map((move) => move.opened)}::bool[],
                          ${moves.map((move) => move.opened && !move.skipped)}::bool[],
                          ${list(moves.map((move) => move.adopts ?? null))}::uuid[])
                   as m (id, slot, next, opened, says, adopts)) as moved
     where messages.id = moved.id
    returning messages.id, messages.user_id, messages.rev`.execute(tx.db)
  return rows
}
