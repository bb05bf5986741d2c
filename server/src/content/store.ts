import type { Shows } from '@carillon/contract/calendar'
import type { Content } from '@carillon/contract/content/content'
import { sql, type Insertable, type RawBuilder, type Selectable } from 'kysely'
import type { Reading, Tx, Writing } from '../platform/context.ts'
import type { ContentsTable } from './tables.ts'

export async function insert(tx: Tx, row: Insertable<ContentsTable>): Promise<void> {
  await tx.db.insertInto('contents').values(row).execute()
}

/** The size of all contents of a user, in bytes, including those of this transaction. */
export async function storedBytes(tx: Tx, userId: string): Promise<number> {
  const { storedBytes: bytes } = await tx.db
    .selectFrom('users')
    .select('storedBytes')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return bytes
}

/** The bodies of contents by id; those that do not exist are left out. */
export const read = (reading: Reading, ids: readonly string[]) =>
  bodiesOf(reading, ids, sql.ref('body'))

/** The same, as they are shown. */
export const readShown = (reading: Reading, ids: readonly string[]) =>
  bodiesOf(reading, ids, shownIn(sql.ref('body')))

async function bodiesOf(
  reading: Reading,
  ids: readonly string[],
  body: RawBuilder<Content>,
): Promise<Map<string, Content>> {
  if (ids.length === 0) return new Map()
  const rows = await reading.db
    .selectFrom('contents')
    .select(['id', body.as('body')])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row.body]))
}

/** The contents of a user after the last one read, oldest first. */
export const listOf = (
  reading: Reading,
  userId: string,
  after: string | undefined,
  limit: number,
): Promise<Pick<Selectable<ContentsTable>, 'id' | 'body' | 'createdAt'>[]> =>
  reading.db
    .selectFrom('contents')
    .select(['id', 'body', 'createdAt'])
    .where('userId', '=', userId)
    .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute()

/** Rows deleted at once; one may have 20 kB. */
const ERASED_AT_ONCE = 500

/** Deletes some contents of a user that nothing refers to any more. Returns whether there may be more. */
export async function eraseSome(tx: Tx, userId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from contents where id = any(array(
      select id from contents where user_id = ${userId} limit ${ERASED_AT_ONCE}))`.execute(tx.db)
  return numAffectedRows === BigInt(ERASED_AT_ONCE)
}

/** Stores a replaced content that no run has sent. Of more than `most` for a message, the oldest are deleted. */
export async function markReplaced(
  tx: Tx,
  now: Date,
  { contentId, messageId }: { contentId: string; messageId: string },
  most: number,
): Promise<void> {
  await sql`
    with dropped as (
      delete from replaced_contents where content_id in (
        select content_id from replaced_contents where message_id = ${messageId}
        order by replaced_at desc, content_id desc offset ${most - 1}))
    insert into replaced_contents (content_id, message_id, replaced_at)
    values (${contentId}, ${messageId}, ${now}) on conflict do nothing`.execute(tx.db)
}

/** Deletes contents that were replaced before an instant. */
export async function dropReplaced(writing: Writing, before: Date): Promise<void> {
  await writing.db.deleteFrom('replacedContents').where('replacedAt', '<', before).execute()
}

/** Contents examined together. */
const CONTENTS_PER_BATCH = 1_000

/** A content, and whether anything still uses it. */
export type ContentUse = { id: string; userId: string; said: boolean }

/** The next batch of contents with ids between these two, oldest first. */
export async function findOld(
  reading: Reading,
  { after, below }: { after: string; below: string },
): Promise<ContentUse[]> {
  const { rows } = await sql<ContentUse>`
    select c.id, c.user_id, ${isInUse} as said
    from contents c where c.id > ${after} and c.id < ${below} order by c.id limit ${CONTENTS_PER_BATCH}`.execute(
    reading.db,
  )
  return rows
}

// The last two conditions: the text of an edit that is not finished, and the text before an edit.
const isInUse = sql<boolean>`(
  exists (select from messages m where m.content_id = c.id)
  or exists (select from cycle_steps s where s.content_id = c.id)
  or exists (select from slot_contents s where s.content_id = c.id)
  or exists (select from replaced_contents r where r.content_id = c.id)
  or exists (select from occurrences o
    where o.fan_out_from is not null and o.decided -> 'contents' ? c.id::text)
  or exists (select from follow_ups f where f.content_id = c.id and f.done_at is null and f.reason is null)
  or exists (select from sent_changes s where s.content_id = c.id)
  or exists (select from sent_changes s where s.says = c.id))`

/** A message in one of these statuses is sent again only by a person, and then its content is checked. */
const ENDED = ['sent', 'partly_sent', 'failed', 'missed', 'finished', 'canceled']

/** Whether something that is still to be sent uses a file. */
export async function isFileNeeded(
  reading: Reading,
  { userId, mediaId }: { userId: string; mediaId: string },
): Promise<boolean> {
  const { rows } = await sql<{ needed: boolean }>`
    select exists (
      select from media_uses c where c.media_id = ${mediaId} and (
        exists (select from messages m where m.content_id = c.content_id and m.status <> all(${ENDED}::text[]))
        or exists (select from cycle_steps s where s.content_id = c.content_id)
        or exists (select from slot_contents s where s.content_id = c.content_id)
        or exists (select from occurrences o where o.user_id = ${userId}
          and o.fan_out_from is not null and o.decided -> 'contents' ? c.content_id::text)
        or exists (select from sent_changes s where s.says = c.content_id and s.done + s.failed < s.total)
        or exists (select from follow_ups f
          where f.content_id = c.content_id and f.done_at is null and f.reason is null)
        or exists (select from lane_entries e join deliveries d on d.id = e.delivery_id
          where e.user_id = ${userId} and d.content_id = c.content_id))) as needed`.execute(
    reading.db,
  )
  return rows[0]!.needed
}

/**
 * The beginning of a content, as an SQL expression over its body: its text, the question of a poll, or else the kind
 * of its file.
 */
export const textIn = (body: RawBuilder<unknown>, most: number): RawBuilder<string> =>
  sql<string>`left(${fullTextIn(body)}, ${most})`

/** The same, not cut. */
export const fullTextIn = (body: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`coalesce(nullif(${body} ->> 'text', ''), ${body} -> 'poll' ->> 'question',
    case ${body} ->> 'kind' when 'album' then 'Album'
      else coalesce(${fileNameIn(body)}, initcap(${body} -> 'media' -> 0 ->> 'kind')) end, '')`

/** The name of the only file of a content; null for a photo or a voice message, whose name says nothing. */
const fileNameIn = (body: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql<string | null>`(select m.name from media m
    where ${body} ->> 'kind' = 'media' and m.id = (${body} -> 'media' -> 0 ->> 'mediaId')::uuid
      and m.kind not in ('photo', 'voice'))`

/** A content as it is shown: its only file has its name. */
export const shownIn = (body: RawBuilder<unknown>): RawBuilder<Content> =>
  sql<Content>`coalesce(jsonb_set(${body}, '{media,0,name}', to_jsonb(${fileNameIn(body)})), ${body})`

/** How many texts a content has: its own and the variants, of which each run sends one. */
export const textCountIn = (body: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`1 + coalesce(jsonb_array_length(${body} -> 'variants'), 0)`

/** The kind of a content that is not only text: a poll, an album, or the kind of its file; null for a text. */
export const kindIn = (body: RawBuilder<unknown>): RawBuilder<Shows | null> =>
  sql<Shows | null>`case ${body} ->> 'kind' when 'text' then null
    when 'media' then ${body} -> 'media' -> 0 ->> 'kind' else ${body} ->> 'kind' end`

/** The kinds of a content as words for the search: `poll`, `["photo"]`. */
export const kindWordsIn = (body: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`concat_ws(' ', nullif(nullif(${body} ->> 'kind', 'text'), 'media'),
    jsonb_path_query_array(${body}, '$.media[*].kind')::text)`

/** Deletes those of these contents of a user that are not used any more, also not by a stored delivery. */
export async function forget(tx: Tx, userId: string, ids: readonly string[]): Promise<void> {
  // All deliveries of the user are read once. An index on their contents would make every insert slower.
  await sql`
    with kept as materialized (
      select distinct content_id from deliveries
      where user_id = ${userId} and content_id = any(${ids}::uuid[]))
    delete from contents c
    where c.id = any(${ids}::uuid[]) and not ${isInUse} and c.id not in (select content_id from kept)`.execute(
    tx.db,
  )
}
