import type { Content } from '@carillon/contract/content/content'
import { SUMMARY_GROUPS } from '@carillon/contract/messages'
import { sql, type Insertable, type NotNull, type Selectable, type Updateable } from 'kysely'
import { list, millis } from '../platform/db/lists.ts'
import { PREPARED } from '../platform/db/prepared.ts'
import type { GroupsTable } from '../groups/tables.ts'
import type { Reading, Tx } from '../platform/context.ts'
import type { SlotContent } from '../series/rules.ts'
import { type RewordedSlot } from '../series/store.ts'
import type { MessagesTable } from './tables.ts'
import type { QuietGroups } from '../sending/rules.ts'
import { readRewordedSlots, readSlotContents } from '../series/actions.ts'
import {
  lastResults,
  latestOccurrences,
  type ShownOccurrence,
  type ResultRow,
} from '../occurrences/actions.ts'

const prepared = sql.raw(PREPARED)

export type MessageRow = Selectable<MessagesTable>
/** What is asked of a group before something is sent there. */
export type ChosenGroup = Pick<
  Selectable<GroupsTable>,
  'id' | 'channel' | 'status' | 'reason' | 'title' | 'topics'
>

/** Columns of a message that change; its rev grows by itself. */
export type MessageChange = Updateable<Omit<MessagesTable, 'id' | 'rev' | 'editedRev'>>

/** Where a message goes to: one of its groups, and topics in it (none: the group itself). */
export type Target = { groupId: string; topics: string[] }

/** The same when it is sent: nothing can be, to a group that is lost or removed. */
export type PostTarget = Target & { accountId: string; gone: boolean; removed: boolean }

/** A message with all that lists show of it. */
export type Summary = MessageRow & {
  content: Content
  /** The first groups it goes to, and how many there are. */
  groupIds: string[]
  groupCount: number
  occurrence: ShownOccurrence | null
  /** The last of its occurrences, the newest first. */
  results: ResultRow[]
  /** Its slots that say something of their own. */
  rewordedSlots: RewordedSlot[]
  /** The quiet hours of its groups. */
  quiet: QuietGroups[]
}

/** The same with everything that is shown of it by itself. */
export type Message = Summary & { targets: Target[]; slotContents: SlotContent[] }

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
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`${prepared}
    select id from messages where id = any(${list(ids)}::uuid[]) and deleted_at is null`.execute(
    reading.db,
  )
  return new Set(rows.map(({ id }) => id))
}

/** How much of a text is told where many messages are, in characters. */
export const BRIEF_MAX = 140

/** Messages as the calendar shows them: how they begin, and to how many groups they go. */
export async function readBrief(
  reading: Reading,
  ids: readonly string[],
): Promise<(Pick<MessageRow, 'id' | 'kind' | 'title'> & { text: string; groups: number })[]> {
  return reading.db
    .selectFrom('messages')
    .innerJoin('contents', 'contents.id', 'messages.contentId')
    .select(['messages.id', 'kind', 'title'])
    .select(sql<string>`left(contents.body ->> 'text', ${BRIEF_MAX})`.as('text'))
    .select((row) =>
      row
        .selectFrom('messageGroups')
        .whereRef('messageId', '=', 'messages.id')
        .select((all) => all.fn.countAll<number>().as('n'))
        .as('groups'),
    )
    .where('messages.id', 'in', ids)
    .where('deletedAt', 'is', null)
    .$narrowType<{ groups: number }>()
    .execute()
}

/** One message of this user with all that is shown of it. */
export async function read(
  reading: Reading,
  userId: string,
  id: string,
): Promise<Message | undefined> {
  const row = await readRow(reading, userId, id)
  return row && (await complete(reading, [row]))[0]
}

/** The same with what lists show of it. */
export async function readSummary(
  reading: Reading,
  userId: string,
  id: string,
): Promise<Summary | undefined> {
  const row = await readRow(reading, userId, id)
  return row && (await summarize(reading, [row]))[0]
}

const readRow = (reading: Reading, userId: string, id: string): Promise<MessageRow | undefined> =>
  reading.db
    .selectFrom('messages')
    .selectAll()
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()

/** Adds what is shown of messages by themselves to their rows, in the same order. */
export async function complete(reading: Reading, rows: readonly MessageRow[]): Promise<Message[]> {
  const summaries = await summarize(reading, rows)
  const ids = rows.map((row) => row.id)
  const targets = await readTargets(reading, ids)
  const slotContents = await readSlotContents(reading, 'message', seriesOf(rows))
  return summaries.map((summary) => ({
    ...summary,
    targets: (targets.get(summary.id) ?? []).filter(({ removed }) => !removed),
    slotContents: slotContents.get(summary.id) ?? [],
  }))
}

const seriesOf = (rows: readonly MessageRow[]) =>
  rows.filter((row) => row.kind === 'automated').map((row) => row.id)

/** Adds what lists show of messages to their rows, in the same order. */
export async function summarize(reading: Reading, rows: readonly MessageRow[]): Promise<Summary[]> {
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const contents = await reading.db
    .selectFrom('contents')
    .select(['id', 'body'])
    .where(
      'id',
      'in',
      rows.map((row) => row.contentId),
    )
    .execute()
  const bodies = new Map(contents.map((content) => [content.id, content.body]))
  const groups = await readFirstGroups(reading, ids)
  const occurrences = await latestOccurrences(reading, 'message', ids)
  const results = await lastResults(reading, 'message', ids)
  const reworded = await readRewordedSlots(reading, 'message', seriesOf(rows))
  const quiet = await readQuiet(
    reading,
    rows.filter((row) => row.nextAt).map((row) => row.id),
  )
  return rows.map((row) => ({
    ...row,
    content: bodies.get(row.contentId)!,
    ...(groups.get(row.id) ?? { groupIds: [], groupCount: 0 }),
    occurrence: occurrences.get(row.id) ?? null,
    results: results.get(row.id) ?? [],
    rewordedSlots: reworded.get(row.id) ?? [],
    quiet: quiet.get(row.id) ?? [],
  }))
}

/** Whether a group of a message (`m`) is one still: what is removed is not shown. */
const kept = sql`not exists (select from groups g where g.id = m.group_id and g.status = 'removed')`

/** The first groups of messages, and how many each goes to. */
async function readFirstGroups(
  reading: Reading,
  ids: readonly string[],
): Promise<Map<string, Pick<Summary, 'groupIds' | 'groupCount'>>> {
  const { rows } = await sql<{ id: string } & Pick<Summary, 'groupIds' | 'groupCount'>>`${prepared}
    select asked.id, coalesce(first.ids, '{}') as group_ids,
           (select count(*)::int from message_groups m where message_id = asked.id and ${kept}) as group_count
      from unnest(${list(ids)}::uuid[]) as asked (id)
     cross join lateral (
       select array_agg(group_id order by position)::text[] as ids
         from (select group_id, position from message_groups m where message_id = asked.id and ${kept}
                order by position limit ${SUMMARY_GROUPS}) as few) as first`.execute(reading.db)
  return new Map(rows.map(({ id, ...groups }) => [id, groups]))
}

/**
 * The groups and topics of messages, in the order they were chosen. Those removed are among them: a
 * fan-out that goes on after a slice counts by their places.
 */
export async function readTargets(
  reading: Reading,
  ids: readonly string[],
): Promise<Map<string, PostTarget[]>> {
  const { rows } = await sql<PostTarget & { messageId: string }>`${prepared}
    select m.message_id, m.group_id, m.topics, g.account_id, g.status in ('lost', 'removed') as gone,
           g.status = 'removed' as removed
      from message_groups m join groups g on g.id = m.group_id
     where m.message_id = any(${list(ids)}::uuid[]) order by m.position`.execute(reading.db)
  return Map.groupBy(rows, (row) => row.messageId)
}

/** The quiet hours of the groups that messages can go to, those that are the same as one. */
export async function readQuiet(
  reading: Reading,
  ids: readonly string[],
): Promise<Map<string, QuietGroups[]>> {
  if (ids.length === 0) return new Map()
  const rows = await reading.db
    .selectFrom('messageGroups')
    .innerJoin('groups', 'groups.id', 'messageGroups.groupId')
    .innerJoin('users', 'users.id', 'groups.userId')
    .select(['messageId', 'groups.quietHours'])
    .select((row) => [
      row.fn.coalesce('groups.timeZone', 'users.timeZone').as('timeZone'),
      row.fn.countAll<number>().as('groups'),
    ])
    .where('messageId', 'in', ids)
    .where('groups.status', 'in', ['active', 'limited'])
    .where('groups.quietHours', 'is not', null)
    .groupBy(['messageId', 'groups.quietHours', 'groups.timeZone', 'users.timeZone'])
    .$narrowType<{ quietHours: NotNull }>()
    .execute()
  return Map.groupBy(rows, (row) => row.messageId)
}

export async function replaceTargets(
  tx: Tx,
  messageId: string,
  targets: readonly Target[],
): Promise<void> {
  await tx.db.deleteFrom('messageGroups').where('messageId', '=', messageId).execute()
  if (targets.length === 0) return
  await sql`
    insert into message_groups (message_id, group_id, position, topics)
    select ${messageId}, (target ->> 'groupId')::uuid, position,
           array(select jsonb_array_elements_text(target -> 'topics'))
      from jsonb_array_elements(${JSON.stringify(targets)}::jsonb)
           with ordinality as chosen (target, position)`.execute(tx.db)
}

/** Those of these groups that belong to the user. */
export async function readGroups(
  reading: Reading,
  userId: string,
  ids: readonly string[],
): Promise<ChosenGroup[]> {
  const { rows } = await sql<ChosenGroup>`${prepared}
    select id, channel, status, reason, title, topics from groups
     where user_id = ${userId} and id = any(${list(ids)}::uuid[])`.execute(reading.db)
  return rows
}

/** The groups that a message goes to, without those that were removed. */
export async function readChosen(reading: Reading, messageId: string): Promise<ChosenGroup[]> {
  const { rows } = await sql<ChosenGroup>`${prepared}
    select g.id, g.channel, g.status, g.reason, g.title, g.topics
      from message_groups m join groups g on g.id = m.group_id
     where m.message_id = ${messageId} and g.status <> 'removed' order by m.position`.execute(
    reading.db,
  )
  return rows
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

/**
 * Moves messages on with a slot, all in one statement: a single one is being sent now, unless the slot
 * had its occurrence; a series goes on, or has finished. Answers what has changed.
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
                         when slot_at is null then status
                         when moved.next_at is null then 'finished' else 'active' end,
           next_at = case when kind = 'automated' and slot_at is null then messages.next_at
                          else moved.next_at end,
           paused_until = case when slot_at is null then paused_until end,
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
