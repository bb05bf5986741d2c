import { sql, type Selectable } from 'kysely'
import type { CheckedChat, Topic } from '../channels/port/chats.ts'
import type { Reading, Tx } from '../platform/context.ts'
import type { ChatsTable } from './tables.ts'

export type ChatRow = Selectable<ChatsTable>

/** Stores the reported state of a chat; fields that were not reported do not change. */
export async function upsert(
  tx: Tx,
  now: Date,
  accountId: string,
  chat: CheckedChat & { lost: false },
): Promise<void> {
  const told = {
    title: chat.title,
    kind: chat.kind,
    canPost: chat.canPost,
    lost: null,
    reason: chat.reason ?? null,
    updatedAt: now,
    ...(chat.refuses === undefined ? {} : { refuses: [...chat.refuses] }),
    ...(chat.memberCount === undefined ? {} : { memberCount: chat.memberCount }),
  }
  await tx.db
    .insertInto('chats')
    .values({ memberCount: null, ...told, accountId, externalId: chat.externalId })
    .onConflict((on) => on.columns(['accountId', 'externalId']).doUpdateSet(told))
    .execute()
}

export async function markLost(
  tx: Tx,
  now: Date,
  accountId: string,
  chat: CheckedChat & { lost: true },
): Promise<void> {
  await tx.db
    .updateTable('chats')
    .set({ canPost: false, lost: chat.code, reason: chat.reason, updatedAt: now })
    .where('accountId', '=', accountId)
    .where('externalId', '=', chat.externalId)
    .execute()
}

export async function forbid(
  tx: Tx,
  now: Date,
  accountId: string,
  externalId: string,
  reason: string,
): Promise<void> {
  await tx.db
    .updateTable('chats')
    .set({ canPost: false, reason, updatedAt: now })
    .where('accountId', '=', accountId)
    .where('externalId', '=', externalId)
    .execute()
}

export async function rename(
  tx: Tx,
  now: Date,
  accountId: string,
  externalId: string,
  title: string,
): Promise<void> {
  await tx.db
    .updateTable('chats')
    .set({ title, updatedAt: now })
    .where('accountId', '=', accountId)
    .where('externalId', '=', externalId)
    .execute()
}

export async function setTopics(
  tx: Tx,
  now: Date,
  accountId: string,
  externalId: string,
  topics: readonly Topic[],
): Promise<void> {
  await tx.db
    .updateTable('chats')
    .set({ topics: JSON.stringify(topics), updatedAt: now })
    .where('accountId', '=', accountId)
    .where('externalId', '=', externalId)
    .execute()
}

/**
 * Gives a chat its new id, proofs included. When the new one was heard of first, that row stays and
 * takes over the proofs.
 */
export async function move(tx: Tx, accountId: string, from: string, to: string): Promise<void> {
  const known = await lock(tx, accountId, to)
  if (!known) {
    await tx.db
      .updateTable('chats')
      .set({ externalId: to, lost: null })
      .where('accountId', '=', accountId)
      .where('externalId', '=', from)
      .execute()
    return
  }
  await sql`
    insert into chat_proofs (connection_id, account_id, external_id, proved_by, proved_at)
    select connection_id, account_id, ${to}, proved_by, proved_at from chat_proofs
    where account_id = ${accountId} and external_id = ${from}
    on conflict do nothing`.execute(tx.db)
  await tx.db
    .deleteFrom('chats')
    .where('accountId', '=', accountId)
    .where('externalId', '=', from)
    .execute()
}

export async function removeChats(tx: Tx, accountId: string): Promise<void> {
  await tx.db.deleteFrom('chats').where('accountId', '=', accountId).execute()
}

export function find(
  ctx: Reading,
  accountId: string,
  externalId: string,
): Promise<ChatRow | undefined> {
  return ctx.db
    .selectFrom('chats')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('externalId', '=', externalId)
    .executeTakeFirst()
}

export function lock(tx: Tx, accountId: string, externalId: string): Promise<ChatRow | undefined> {
  return tx.db
    .selectFrom('chats')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('externalId', '=', externalId)
    .forUpdate()
    .executeTakeFirst()
}

/**
 * The facts that decide which chats a connection sees: all chats of an own account, the proved ones of a shared
 * account, and none while its user has not shown the current token of the account.
 */
export type Viewer = { id: string; accountId: string; shared: boolean; tokenShown: boolean }

export type SeenChat = ChatRow & { groupId: string | null }

/** The chats that a connection may see, each with the group it is already. */
export function listSeen(ctx: Reading, viewer: Viewer): Promise<SeenChat[]> {
  return selectSeen(ctx, viewer).orderBy('chats.externalId').execute()
}

export function findSeen(
  ctx: Reading,
  viewer: Viewer,
  externalId: string,
): Promise<SeenChat | undefined> {
  return selectSeen(ctx, viewer).where('chats.externalId', '=', externalId).executeTakeFirst()
}

export async function prove(
  tx: Tx,
  now: Date,
  viewer: Viewer,
  externalId: string,
  provedBy: string,
): Promise<void> {
  await tx.db
    .insertInto('chatProofs')
    .values({
      connectionId: viewer.id,
      accountId: viewer.accountId,
      externalId,
      provedBy,
      provedAt: now,
    })
    .onConflict((on) => on.columns(['connectionId', 'externalId']).doUpdateSet({ provedBy }))
    .execute()
}

export async function isProved(
  ctx: Reading,
  connectionId: string,
  externalId: string,
): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('chatProofs')
    .select('externalId')
    .where('connectionId', '=', connectionId)
    .where('externalId', '=', externalId)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether this person has proved some chat for the connection. */
export async function hasProved(
  ctx: Reading,
  connectionId: string,
  personId: string,
): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('chatProofs')
    .select('externalId')
    .where('connectionId', '=', connectionId)
    .where('provedBy', '=', personId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The connections that see a chat. */
export async function viewersOf(tx: Tx, accountId: string, externalId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from connections c join accounts a on a.id = c.account_id
    where c.account_id = ${accountId} and c.removed_at is null
      and case when a.shared then exists (select from chat_proofs p
          where p.connection_id = c.id and p.external_id = ${externalId})
        else c.token_version = a.token_version end
    order by c.id`.execute(tx.db)
  return rows.map((row) => row.id)
}

function selectSeen(ctx: Reading, viewer: Viewer) {
  return ctx.db
    .selectFrom('chats')
    .leftJoin('groups', (join) =>
      join
        .onRef('groups.externalId', '=', 'chats.externalId')
        .on('groups.connectionId', '=', viewer.id)
        .on('groups.status', '<>', 'removed'),
    )
    .selectAll('chats')
    .select('groups.id as groupId')
    .where('chats.accountId', '=', viewer.accountId)
    .where(sql<boolean>`${viewer.tokenShown}`)
    .$if(viewer.shared, (query) =>
      query.where((on) =>
        on.exists(
          on
            .selectFrom('chatProofs')
            .select('chatProofs.externalId')
            .where('chatProofs.connectionId', '=', viewer.id)
            .whereRef('chatProofs.externalId', '=', 'chats.externalId'),
        ),
      ),
    )
}
