import type { Tier } from '@carillon/contract/tiers'
import type { Selectable } from 'kysely'
import type { Reading, Tx } from '../platform/context.ts'
import { FIRST_PREFERENCES, type ProfileColumns } from './rules.ts'
import type { UsersTable } from './tables.ts'

export type UserRow = Selectable<UsersTable>

export const find = (ctx: Reading, id: string): Promise<UserRow | undefined> =>
  ctx.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()

/** The row locked; nothing when the person has left. */
export const lock = (tx: Tx, id: string): Promise<UserRow | undefined> =>
  tx.db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .where('leavingAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/** Makes the row unless it is there: of many first requests at once, one does. */
export async function insert(
  tx: Tx,
  row: Pick<UserRow, 'id' | 'email' | 'displayName' | 'photoUrl'> & { tier: Tier; now: Date },
): Promise<void> {
  const { now, ...values } = row
  await tx.db
    .insertInto('users')
    .values({
      ...values,
      preferences: JSON.stringify(FIRST_PREFERENCES),
      createdAt: now,
      updatedAt: now,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

export const update = (
  tx: Tx,
  id: string,
  change: ProfileColumns & {
    tier?: Tier
    email?: string
    storedAt?: Date
    tokensValidAfter?: Date
  },
  now: Date,
): Promise<UserRow> =>
  tx.db
    .updateTable('users')
    .set((eb) => ({ ...change, rev: eb('rev', '+', 1), updatedAt: now }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Takes all that tells who it is from the row of somebody who leaves; false when they have left already. */
export async function markLeaving(tx: Tx, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable('users')
    .set({
      leavingAt: now,
      email: null,
      displayName: null,
      photoUrl: null,
      photoId: null,
      preferences: '{}',
      tokensValidAfter: now,
      updatedAt: now,
    })
    .where('id', '=', id)
    .where('leavingAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Removes the row of somebody who has left, with the little that still hangs on it. */
export async function remove(tx: Tx, id: string): Promise<void> {
  await tx.db.deleteFrom('users').where('id', '=', id).where('leavingAt', 'is not', null).execute()
}

/** Who left before then and has not been erased, at most so many. */
export async function findLeftBefore(ctx: Reading, before: Date, most: number): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('users')
    .select('id')
    .where('leavingAt', '<', before)
    .orderBy('leavingAt')
    .limit(most)
    .execute()
  return rows.map(({ id }) => id)
}

/** Remembers who left, and forgets those whom no token can bring back any more. */
export async function insertDeparture(
  tx: Tx,
  id: string,
  now: Date,
  forgetBefore: Date,
): Promise<void> {
  await tx.db.deleteFrom('departedUsers').where('at', '<', forgetBefore).execute()
  await tx.db
    .insertInto('departedUsers')
    .values({ id, at: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ at: now }))
    .execute()
}

export async function departedAt(ctx: Reading, id: string): Promise<Date | undefined> {
  const row = await ctx.db
    .selectFrom('departedUsers')
    .select('at')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.at
}
