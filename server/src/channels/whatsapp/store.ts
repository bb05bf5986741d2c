import { sql, type Selectable } from 'kysely'
import type { Reading, Writing } from '../../platform/context.ts'
import type { WhatsappMessagesTable } from './tables.ts'

/** A session with the epoch of its current owner. */
export type Owned = { accountId: string; sessionId: string; epoch: number }

export async function create(ctx: Writing, now: Date, id: string, creds: Buffer): Promise<void> {
  await ctx.db.insertInto('whatsappSessions').values({ id, creds, updatedAt: now }).execute()
}

export async function remove(ctx: Writing, id: string): Promise<void> {
  await ctx.db.deleteFrom('whatsappSessions').where('id', '=', id).execute()
}

/** Deletes sessions from before this instant that were never opened, except these. */
export async function removeUnopened(
  ctx: Writing,
  inUse: readonly string[],
  before: Date,
): Promise<void> {
  await sql`
    delete from whatsapp_sessions
    where epoch = 0 and updated_at < ${before} and id <> all(${inUse}::uuid[])`.execute(ctx.db)
}

/**
 * Opens a session for an owner: from now on writes of earlier owners are refused. Returns its stored credentials, or
 * why it cannot be opened.
 */
export async function claim(
  ctx: Writing,
  { sessionId, epoch }: Owned,
): Promise<{ creds: Buffer } | 'gone' | 'owned by a later one'> {
  const claimed = await ctx.db
    .updateTable('whatsappSessions')
    .set({ epoch })
    .where('id', '=', sessionId)
    .where('epoch', '<=', epoch)
    .returning('creds')
    .executeTakeFirst()
  if (claimed) return claimed
  const { rows } = await sql`select from whatsapp_sessions where id = ${sessionId}`.execute(ctx.db)
  return rows.length > 0 ? 'owned by a later one' : 'gone'
}

/** Returns false when the session has a later owner, or is gone. */
export async function saveCreds(
  ctx: Writing,
  now: Date,
  { sessionId, epoch }: Owned,
  creds: Buffer,
): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('whatsappSessions')
    .set({ creds, updatedAt: now })
    .where('id', '=', sessionId)
    .where('epoch', '=', epoch)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function findKeys(
  ctx: Reading,
  sessionId: string,
  names: readonly Buffer[],
): Promise<{ name: Buffer; value: Buffer }[]> {
  const { rows } = await sql<{ name: Buffer; value: Buffer }>`
    select name, value from whatsapp_keys
    where session_id = ${sessionId} and name = any(${names}::bytea[])`.execute(ctx.db)
  return rows
}

/** Keys to write and to delete. `bytes` has all values one after the other, so that thousands are one parameter. */
export type KeyWrites = {
  names: readonly Buffer[]
  sizes: readonly number[]
  bytes: Buffer
  deleted: readonly Buffer[]
}

/** All or nothing, in one statement. Returns false when the session has a later owner, or is gone. */
export async function saveKeys(
  ctx: Writing,
  { sessionId, epoch }: Owned,
  { names, sizes, bytes, deleted }: KeyWrites,
): Promise<boolean> {
  const ends = sizes.map(
    (
      (sum) => (size: number) =>
        (sum += size)
    )(0),
  )
  const starts = ends.map((end, i) => end - sizes[i]! + 1)
  const { rows } = await sql`
    with mine as (
      select id from whatsapp_sessions where id = ${sessionId} and epoch = ${epoch} for share
    ), written as (
      insert into whatsapp_keys (session_id, name, value)
      select mine.id, given.name, substring(${bytes}::bytea from given.start for given.size)
      from mine, unnest(${names}::bytea[], ${starts}::int[], ${sizes}::int[]) as given (name, start, size)
      on conflict (session_id, name) do update set value = excluded.value
    ), deleted as (
      delete from whatsapp_keys using mine
      where session_id = mine.id and name = any(${deleted}::bytea[])
    )
    select id from mine`.execute(ctx.db)
  return rows.length > 0
}

export type KeptMessage = Pick<Selectable<WhatsappMessagesTable>, 'message' | 'deletedAt'>

export function findMessage(
  ctx: Reading,
  sessionId: string,
  id: string,
): Promise<KeptMessage | undefined> {
  return ctx.db
    .selectFrom('whatsappMessages')
    .select(['message', 'deletedAt'])
    .where('sessionId', '=', sessionId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Which of these messages are stored for this session, and whether each was deleted. */
export async function findWhetherDeleted(
  ctx: Reading,
  sessionId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, boolean>> {
  const rows = await ctx.db
    .selectFrom('whatsappMessages')
    .select(['id', 'deletedAt'])
    .where('sessionId', '=', sessionId)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, deletedAt }) => [id, deletedAt !== null]))
}

/** A message that is about to be sent; `deliveryId` if its member receipts are counted. */
type KeptBefore = { id: string; chat: string; message: Buffer; said?: string; deliveryId?: string }

/**
 * Stores a message before it is sent. With `said`, the hash of what it says, it counts as possibly arrived from now on.
 * Returns false when the session has a later owner or is gone, or the network has confirmed the message meanwhile; then
 * nothing may be sent.
 */
export async function saveMessage(
  ctx: Writing,
  now: Date,
  { accountId, sessionId, epoch }: Owned,
  { id, chat, message, said, deliveryId }: KeptBefore,
): Promise<boolean> {
  const { rows } = await sql`
    with mine as (
      select id from whatsapp_sessions s where id = ${sessionId} and epoch = ${epoch}
        and (${said === undefined} or not exists (
          select from whatsapp_tries where account_id = ${accountId} and id = ${id} and state = 'acked'))
    ), tried as (
      insert into whatsapp_tries (account_id, id, said, state, at, delivery_id)
      select ${accountId}, ${id}, ${said ?? ''}, 'doubtful', ${now}, ${deliveryId ?? null}::uuid from mine where ${said !== undefined}
      on conflict (account_id, id) do update set said = excluded.said, state = excluded.state,
        at = case when whatsapp_tries.state = 'unsent' then excluded.at else whatsapp_tries.at end
    )
    insert into whatsapp_messages (session_id, id, chat, message, at)
    select mine.id, ${id}, ${chat}, ${message}::bytea, ${now} from mine
    on conflict (session_id, id) do update set message = excluded.message
    returning id`.execute(ctx.db)
  return rows.length > 0
}

export async function markDeleted(
  ctx: Writing,
  now: Date,
  sessionId: string,
  ids: readonly string[],
): Promise<void> {
  await ctx.db
    .updateTable('whatsappMessages')
    .set({ deletedAt: now })
    .where('sessionId', '=', sessionId)
    .where('id', 'in', ids)
    .execute()
}

/** The chats that we have sent to: phones there may ask for a message again. */
export async function chatsOf(ctx: Reading, sessionId: string): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('whatsappMessages')
    .select('chat')
    .distinct()
    .where('sessionId', '=', sessionId)
    .execute()
  return rows.map(({ chat }) => chat)
}

/** Deletes up to `most` messages and as many tries from before this instant. Returns the larger count. */
export async function forgetMessages(ctx: Writing, before: Date, most: number): Promise<number> {
  const messages = await sql`
    delete from whatsapp_messages where (session_id, id) in (
      select session_id, id from whatsapp_messages where at < ${before} limit ${most})`.execute(
    ctx.db,
  )
  const tries = await sql`
    delete from whatsapp_tries where (account_id, id) in (
      select account_id, id from whatsapp_tries where at < ${before} limit ${most})`.execute(ctx.db)
  return Math.max(...[messages, tries].map((one) => Number(one.numAffectedRows ?? 0n)))
}
