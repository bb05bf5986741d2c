import { sql, type Selectable } from 'kysely'
import type { Reading, Tx } from '../platform/context.ts'
import { waitMs, type Limit } from './embedded/limits.ts'
import type { AuthJwksTable, AuthUserTable } from './tables.ts'

export const findByEmail = (
  ctx: Reading,
  email: string,
): Promise<Selectable<AuthUserTable> | undefined> =>
  ctx.db.selectFrom('authUser').selectAll().where('email', '=', email).executeTakeFirst()

/** The address of whose session that is, while it lives. */
export async function findSessionEmail(
  ctx: Reading,
  id: string,
  userId: string,
  now: Date,
): Promise<string | undefined> {
  const row = await ctx.db
    .selectFrom('authSession')
    .innerJoin('authUser', 'authUser.id', 'authSession.userId')
    .select('authUser.email')
    .where('authSession.id', '=', id)
    .where('authSession.userId', '=', userId)
    .where('authSession.expiresAt', '>', now)
    .executeTakeFirst()
  return row?.email
}

export const findSessions = (ctx: Reading, userId: string) =>
  ctx.db
    .selectFrom('authSession')
    .select(['createdAt', 'expiresAt', 'ipAddress', 'userAgent'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()

/** The sessions that live, the one used last first. */
export const findLiveSessions = (ctx: Reading, userId: string, now: Date) =>
  ctx.db
    .selectFrom('authSession')
    .select((eb) => [
      'id',
      'createdAt',
      'ipAddress',
      'userAgent',
      eb.fn.coalesce('lastSeenAt', 'createdAt').as('lastSeenAt'),
    ])
    .where('userId', '=', userId)
    .where('expiresAt', '>', now)
    .orderBy('lastSeenAt', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Notes that a session is in use, unless that was noted since `before`. */
export async function noteSeen(tx: Tx, id: string, now: Date, before: Date): Promise<void> {
  await tx.db
    .updateTable('authSession')
    .set({ lastSeenAt: now })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('lastSeenAt', 'is', null), eb('lastSeenAt', '<', before)]))
    .execute()
}

/** Ends one session of a person; false when there is none. */
export async function deleteSession(tx: Tx, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx.db
    .deleteFrom('authSession')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export async function deleteSessions(tx: Tx, userId: string): Promise<void> {
  await tx.db.deleteFrom('authSession').where('userId', '=', userId).execute()
}

/** Deletes expired sessions of people who did not come back: the library deletes only those it is asked for. */
export async function deleteExpiredSessions(tx: Tx, now: Date): Promise<void> {
  await tx.db.deleteFrom('authSession').where('expiresAt', '<', now).execute()
}

/** Deletes the person with sessions and password. */
export async function deleteUser(tx: Tx, id: string): Promise<void> {
  await tx.db.deleteFrom('authUser').where('id', '=', id).execute()
}

/** The name and the password's hash of whoever has the address. */
export async function findEntry(
  ctx: Reading,
  email: string,
): Promise<{ name: string; hash: string } | undefined> {
  const row = await ctx.db
    .selectFrom('authUser')
    .innerJoin('authAccount', 'authAccount.userId', 'authUser.id')
    .select(['authUser.name', 'authAccount.password'])
    .where('authUser.email', '=', email)
    .where('authAccount.providerId', '=', 'credential')
    .executeTakeFirst()
  return row?.password ? { name: row.name, hash: row.password } : undefined
}

/** The password's hash of a person; undefined when they have none here. */
export async function findPassword(ctx: Reading, userId: string): Promise<string | undefined> {
  const row = await ctx.db
    .selectFrom('authAccount')
    .select('password')
    .where('userId', '=', userId)
    .where('providerId', '=', 'credential')
    .executeTakeFirst()
  return row?.password ?? undefined
}

/** Sets the password's hash of whoever proved the address, and the name when there is another. */
export async function setEntry(
  tx: Tx,
  userId: string,
  { name, hash }: { name?: string; hash: string },
  now: Date,
): Promise<void> {
  await tx.db
    .updateTable('authUser')
    .set({ ...(name === undefined ? {} : { name }), updatedAt: now })
    .where('id', '=', userId)
    .execute()
  await tx.db
    .updateTable('authAccount')
    .set({ password: hash, updatedAt: now })
    .where('userId', '=', userId)
    .where('providerId', '=', 'credential')
    .execute()
}

/** Notes that the address of a person is theirs. */
export async function setVerified(tx: Tx, userId: string): Promise<void> {
  await tx.db
    .updateTable('authUser')
    .set({ emailVerified: true })
    .where('id', '=', userId)
    .execute()
}

/** Gives a person an address that was proved to be theirs; false when somebody else has it. */
export async function setEmail(tx: Tx, userId: string, email: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable('authUser')
    .set({ email, emailVerified: true, updatedAt: now })
    .where('id', '=', userId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('authUser as other').select('other.id').where('other.email', '=', email)),
      ),
    )
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Does the work, and rolls it back unless `commit`: it takes the same time either way. */
export async function rollbackUnless(
  tx: Tx,
  commit: boolean,
  work: () => Promise<void>,
): Promise<void> {
  await sql`savepoint maybe`.execute(tx.db)
  await work()
  if (commit) await sql`release savepoint maybe`.execute(tx.db)
  else await sql`rollback to savepoint maybe`.execute(tx.db)
}

type Key = Selectable<AuthJwksTable>

export const allKeys = (ctx: Reading): Promise<Key[]> =>
  ctx.db.selectFrom('authJwks').selectAll().execute()

export async function deleteKey(tx: Tx, id: string): Promise<void> {
  await tx.db.deleteFrom('authJwks').where('id', '=', id).execute()
}

/**
 * Counts one try against the limits. Returns 0 if it is under the limits; else counts nothing and returns the
 * milliseconds until one would be. Simultaneous tries are counted one after the other. After `forgetAt` no limit uses
 * the count.
 */
export async function countTry(
  tx: Tx,
  key: string,
  limits: readonly Limit[],
  { now, forgetAt }: { now: Date; forgetAt: Date },
): Promise<number> {
  await tx.db
    .insertInto('authTries')
    .values({ key, at: [], lastAt: now, forgetAt })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  const { at } = await tx.db
    .selectFrom('authTries')
    .select('at')
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const wait = waitMs(at, limits, now)
  if (wait > 0) return wait

  const most = Math.max(...limits.map(({ max }) => max))
  await tx.db
    .updateTable('authTries')
    .set({ at: [...at, now].slice(-most), lastAt: now, forgetAt })
    .where('key', '=', key)
    .execute()
  return 0
}

/** Takes back the newest try: it was none. */
export async function takeBackTry(tx: Tx, key: string): Promise<void> {
  await tx.db
    .updateTable('authTries')
    .set({ at: sql`trim_array(at, 1)` })
    .where('key', '=', key)
    .where(sql<boolean>`cardinality(at) > 0`)
    .execute()
}

export async function clearTries(tx: Tx, key: string): Promise<void> {
  await tx.db.deleteFrom('authTries').where('key', '=', key).execute()
}

/** Forgets tries that no limit looks at any more; rows that are being counted are left for later. */
export async function forgetTries(tx: Tx, now: Date): Promise<void> {
  await tx.db
    .deleteFrom('authTries')
    .where('key', 'in', (eb) =>
      eb
        .selectFrom('authTries')
        .select('key')
        .where('forgetAt', '<', now)
        .limit(100)
        .forUpdate()
        .skipLocked(),
    )
    .execute()
}
