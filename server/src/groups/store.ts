import { sql, type Selectable, type Updateable } from 'kysely'
import type { Reading, Tx } from '../platform/context.ts'
import type { Used, UsedList, UsedQuery } from '../tiers/actions.ts'
import { COUNTED } from './rules.ts'
import type { GroupsTable } from './tables.ts'

export type GroupRow = Selectable<GroupsTable>

/** The user's groups without those that were removed. */
export function list(ctx: Reading, userId: string): Promise<GroupRow[]> {
  return ctx.db
    .selectFrom('groups')
    .selectAll()
    .where('userId', '=', userId)
    .where('status', '<>', 'removed')
    .where('kind', '<>', 'own')
    .orderBy('id')
    .execute()
}

/** More of them would be more than the groups themselves, and change few colors. */
const REMOVED_MAX = 1_000

/** The ids of the user's groups that were removed, the newest first. */
export async function listRemoved(ctx: Reading, userId: string): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('groups')
    .select('id')
    .where('userId', '=', userId)
    .where('status', '=', 'removed')
    .where('kind', '<>', 'own')
    .orderBy('id', 'desc')
    .limit(REMOVED_MAX)
    .execute()
  return rows.map(({ id }) => id)
}

export function find(ctx: Reading, id: string, userId: string): Promise<GroupRow | undefined> {
  return ctx.db
    .selectFrom('groups')
    .selectAll()
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('status', '<>', 'removed')
    .where('kind', '<>', 'own')
    .executeTakeFirst()
}

/** The id of the connection that a group of the user, or their own chat, is reached through. */
export async function findConnection(
  ctx: Reading,
  id: string,
  userId: string,
): Promise<string | undefined> {
  const row = await ctx.db
    .selectFrom('groups')
    .select('connectionId')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('status', '<>', 'removed')
    .executeTakeFirst()
  return row?.connectionId
}

export function lock(tx: Tx, id: string): Promise<GroupRow | undefined> {
  return tx.db
    .selectFrom('groups')
    .selectAll()
    .where('id', '=', id)
    .where('status', '<>', 'removed')
    .forUpdate()
    .executeTakeFirst()
}

/** A chat may be a group of several users. Groups whose connection may not act are left out. */
export type ChatKey = { accountId: string; externalId: string }

export function lockByChat(tx: Tx, { accountId, externalId }: ChatKey): Promise<GroupRow[]> {
  return tx.db
    .selectFrom('groups')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('externalId', '=', externalId)
    .where('status', 'not in', ['removed', 'disconnected'])
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** The disconnected groups of a connection, or all others of several. */
export function lockOfConnections(
  tx: Tx,
  connectionIds: readonly string[],
  { disconnected }: { disconnected: boolean },
): Promise<GroupRow[]> {
  return tx.db
    .selectFrom('groups')
    .selectAll()
    .where('connectionId', 'in', connectionIds)
    .where('status', '<>', 'removed')
    .where('status', disconnected ? '=' : '<>', 'disconnected')
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Whether the chat is a group that was lost, or that we may not write to. */
export async function isDoubtful(
  ctx: Reading,
  { accountId, externalId }: ChatKey,
): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('groups')
    .select('id')
    .where('accountId', '=', accountId)
    .where('externalId', '=', externalId)
    .where('status', 'in', ['lost', 'limited'])
    .where('kind', '<>', 'own')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** How many groups of the user count towards the limit of the tier. */
export async function count(tx: Tx, userId: string): Promise<number> {
  const { n } = await tx.db
    .selectFrom('groups')
    .select((on) => on.fn.countAll<number>().as('n'))
    .where('userId', '=', userId)
    .where('status', 'in', COUNTED)
    .where('kind', '<>', 'own')
    .executeTakeFirstOrThrow()
  return n
}

/** How many groups a user has, suspended and lost ones included. */
export async function countAll(tx: Tx, userId: string): Promise<number> {
  const { n } = await tx.db
    .selectFrom('groups')
    .select((on) => on.fn.countAll<number>().as('n'))
    .where('userId', '=', userId)
    .where('status', '<>', 'removed')
    .where('kind', '<>', 'own')
    .executeTakeFirstOrThrow()
  return n
}

/**
 * Groups that count towards the limit of the tier and whose channel is not withheld: the `most` last used, after which
 * come those where we may not write, and those in `always`.
 */
export async function listUsed(
  ctx: Reading,
  userId: string,
  { most, always, withheld }: UsedQuery,
): Promise<UsedList> {
  const { rows } = await sql<Required<Used> & { total: number }>`
    select id, name, used_at, closed, total from (
      select id, title as name, last_sent_at as used_at, status = 'limited' as closed, count(*) over () as total,
        row_number() over (order by status = 'limited', last_sent_at desc nulls last, id) as place
      from groups
      where user_id = ${userId} and kind <> 'own' and status = any(${COUNTED}::text[])
        and channel <> all(${withheld}::text[])) counted
    where place <= ${most} or id = any(${always}::uuid[])
    order by place`.execute(ctx.db)
  const { rows: others } = await sql<{ n: number }>`
    select count(*) as n from groups
    where user_id = ${userId} and kind <> 'own' and status = any(${COUNTED}::text[])
      and channel = any(${withheld}::text[])`.execute(ctx.db)
  return {
    items: rows.map(({ id, name, usedAt, closed }) => ({ id, name, usedAt, closed })),
    total: rows[0]?.total ?? 0,
    withheld: others[0]?.n ?? 0,
  }
}

/** Removes all groups of a user; the rows stay until they are erased. */
export async function removeAll(tx: Tx, now: Date, userId: string): Promise<void> {
  await sql`
    update groups g set status = 'removed', rev = g.rev + 1, updated_at = ${now}
    from (select id from groups where user_id = ${userId} and status <> 'removed' order by id for update) mine
    where g.id = mine.id`.execute(tx.db)
}

/** How many rows are deleted at once: other tables are searched for references to them. */
const ERASED_AT_ONCE = 200

/** Deletes some groups of a user; returns whether there may be more. */
export async function eraseSome(tx: Tx, userId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from groups where id = any(array(
      select id from groups where user_id = ${userId} limit ${ERASED_AT_ONCE}))`.execute(tx.db)
  return numAffectedRows === BigInt(ERASED_AT_ONCE)
}

export type NewGroup = Omit<
  GroupRow,
  | 'topics'
  | 'timeZone'
  | 'quietHours'
  | 'dailyCap'
  | 'minGapMinutes'
  | 'lastSentAt'
  | 'blockedUntil'
  | 'refusals'
  | 'photoId'
  | 'photoMark'
  | 'photoAskedAt'
  | 'muted'
  | 'rev'
  | 'createdAt'
  | 'updatedAt'
> & { topics: GroupRow['topics'] }

/** Adds a group. Nothing when the connection has this chat as a group already. */
export function insert(tx: Tx, now: Date, row: NewGroup): Promise<GroupRow | undefined> {
  return tx.db
    .insertInto('groups')
    .values({ ...row, topics: JSON.stringify(row.topics), createdAt: now, updatedAt: now })
    .onConflict((on) => on.doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Changes a group. Its revision grows, so that open pages are updated. */
export function update(
  tx: Tx,
  now: Date,
  id: string,
  changes: Updateable<GroupsTable>,
): Promise<GroupRow> {
  return tx.db
    .updateTable('groups')
    .set({ ...changes, rev: sql`rev + 1`, updatedAt: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function removeOfConnection(
  tx: Tx,
  now: Date,
  connectionId: string,
): Promise<Pick<GroupRow, 'id' | 'userId' | 'rev'>[]> {
  return (
    tx.db
      .updateTable('groups')
      .set({ status: 'removed', rev: sql`rev + 1`, updatedAt: now })
      // The name and the id of an own chat are deleted, because they identify a person.
      .set({
        title: sql`case kind when 'own' then 'Own chat' else title end`,
        externalId: sql`case kind when 'own' then id::text else external_id end`,
      })
      .where('connectionId', '=', connectionId)
      .where('status', '<>', 'removed')
      .returning(['id', 'userId', 'rev'])
      .execute()
  )
}

/**
 * The new id may be a group of the same connection already; the one with the history stays. Returns the
 * id of the other, if there was one.
 */
export async function makeWay(
  tx: Tx,
  now: Date,
  { connectionId }: GroupRow,
  externalId: string,
): Promise<string | undefined> {
  const gone = await tx.db
    .updateTable('groups')
    .set({ status: 'removed', rev: sql`rev + 1`, updatedAt: now })
    .where('connectionId', '=', connectionId)
    .where('externalId', '=', externalId)
    .where('status', '<>', 'removed')
    .returning('id')
    .executeTakeFirst()
  return gone?.id
}

export async function block(tx: Tx, id: string, until: Date): Promise<void> {
  await sql`
    update groups set blocked_until = greatest(groups.blocked_until, ${until}) from groups as one
    where one.id = ${id} and groups.account_id = one.account_id
      and groups.external_id = one.external_id`.execute(tx.db)
}
