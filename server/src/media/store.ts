import type { MediaKind } from '@carillon/contract/media'
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import type { Reading, Tx, Writing } from '../platform/context.ts'
import type { MediaTable } from './tables.ts'

export type MediaRow = Selectable<MediaTable>

export async function insert(
  tx: Tx,
  row: Omit<Insertable<MediaTable>, 'createdAt' | 'updatedAt'>,
  now: Date,
): Promise<MediaRow> {
  return tx.db
    .insertInto('media')
    .values({ ...row, createdAt: now, updatedAt: now })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** One of a user that is not deleted. */
export const find = (ctx: Reading, userId: string, id: string): Promise<MediaRow | undefined> =>
  ctx.db
    .selectFrom('media')
    .selectAll()
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('status', '<>', 'deleted')
    .executeTakeFirst()

/** The same, with its row locked until the transaction ends. */
export const lock = (tx: Tx, userId: string, id: string): Promise<MediaRow | undefined> =>
  tx.db
    .selectFrom('media')
    .selectAll()
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('status', '<>', 'deleted')
    .forUpdate()
    .executeTakeFirst()

/** Whoever's, in whatever state. */
export const findAny = (ctx: Reading, id: string): Promise<MediaRow | undefined> =>
  ctx.db.selectFrom('media').selectAll().where('id', '=', id).executeTakeFirst()

/** One in the library with the same bytes, shown in the same way. */
export const findSame = (
  tx: Tx,
  userId: string,
  { sha256, kind }: { sha256: Buffer; kind: MediaKind },
): Promise<MediaRow | undefined> =>
  tx.db
    .selectFrom('media')
    .selectAll()
    .where('userId', '=', userId)
    .where('sha256', '=', sha256)
    .where('kind', '=', kind)
    .where('status', '=', 'ready')
    .where('purpose', '=', 'library')
    .executeTakeFirst()

/** Files that a user brought, with what they take, in bytes; `bytes` without those that are deleted. */
export async function countOf(
  tx: Tx,
  userId: string,
): Promise<{ files: number; bytes: number; withDeleted: number }> {
  const { rows } = await sql<{ files: number; bytes: number; withDeleted: number }>`
    select count(*)::int as files,
      coalesce(sum(bytes) filter (where status <> 'deleted'), 0)::float8 as bytes,
      coalesce(sum(bytes), 0)::float8 as with_deleted
    from media where user_id = ${userId} and purpose <> 'group'`.execute(tx.db)
  return rows[0]!
}

/** Notes the kind that the first piece tells, while the upload goes on. */
export async function setKind(
  ctx: Writing,
  id: string,
  told: { kind: MediaKind; mime: string },
): Promise<void> {
  await ctx.db
    .updateTable('media')
    .set(told)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .execute()
}

/** Counts a piece that has arrived; of two that bring the same one, one counts. */
export async function advance(
  ctx: Writing,
  id: string,
  { received, now }: { received: number; now: Date },
): Promise<void> {
  await ctx.db
    .updateTable('media')
    .set({ received, updatedAt: now })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('received', '=', received - 1)
    .execute()
}

export const update = (tx: Tx, id: string, change: Updateable<MediaTable>): Promise<MediaRow> =>
  tx.db
    .updateTable('media')
    .set((eb) => ({ ...change, rev: eb('rev', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export type Wanted = { userId: string; kind?: MediaKind | undefined; q?: string | undefined }

/** The library of a user, newest first, from below an id. */
export function list(
  ctx: Reading,
  { userId, kind, q }: Wanted,
  below: string | undefined,
  limit: number,
): Promise<MediaRow[]> {
  let query = ctx.db
    .selectFrom('media')
    .selectAll()
    .where('userId', '=', userId)
    .where('status', '=', 'ready')
    .where('purpose', '=', 'library')
  if (kind) query = query.where('kind', '=', kind)
  if (below) query = query.where('id', '<', below)
  if (q) {
    const pattern = `%${q.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
    query = query.where((or) => or.or([or('name', 'ilike', pattern), or('alt', 'ilike', pattern)]))
  }
  return query.orderBy('id', 'desc').limit(limit).execute()
}

/** Some of a user's, in whatever state. */
export const someOf = (ctx: Reading, userId: string, limit: number): Promise<{ id: string }[]> =>
  ctx.db.selectFrom('media').select('id').where('userId', '=', userId).limit(limit).execute()

export async function remove(ctx: Writing, ids: readonly string[]): Promise<void> {
  await ctx.db.deleteFrom('media').where('id', 'in', ids).execute()
}

/** Takes an upload from its owner if nothing was added to it since `unfinished`; returns whether it did. */
export async function giveUp(ctx: Writing, id: string, unfinished: Date): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('media')
    .set({ status: 'deleted' })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('updatedAt', '<', unfinished)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * What is left to clear away: uploads to which nothing was added since the first instant, and what was
 * deleted, or is no longer needed, since the second, as when a job was lost.
 */
export const findToClear = (
  ctx: Reading,
  { unfinished, lost, limit }: { unfinished: Date; lost: Date; limit: number },
): Promise<MediaRow[]> =>
  ctx.db
    .selectFrom('media')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb.and([eb('status', '=', 'pending'), eb('updatedAt', '<', unfinished)]),
        eb.and([eb('status', '=', 'deleted'), eb('updatedAt', '<', lost)]),
        eb.and([
          eb('status', '=', 'ready'),
          eb('purpose', '=', 'photo'),
          eb('parts', '>', 0),
          eb('updatedAt', '<', lost),
        ]),
      ]),
    )
    .orderBy('updatedAt')
    .limit(limit)
    .execute()
