import type { Selectable } from 'kysely'
import type { Reading, Tx } from '../platform/context.ts'
import type { ProviderName } from './port.ts'
import type { CheckoutsTable } from './tables.ts'

export type CheckoutRow = Selectable<CheckoutsTable>

/** The checkout of a user that can be paid or is being made. */
export const findOpen = (ctx: Reading, userId: string): Promise<CheckoutRow | undefined> =>
  ctx.db
    .selectFrom('checkouts')
    .selectAll()
    .where('userId', '=', userId)
    .where('status', 'in', ['making', 'open'])
    .executeTakeFirst()

/** A checkout of this user, by the provider's id. */
export const findOfUser = (
  ctx: Reading,
  userId: string,
  provider: ProviderName,
  checkoutId: string,
): Promise<CheckoutRow | undefined> =>
  ctx.db
    .selectFrom('checkouts')
    .selectAll()
    .where('userId', '=', userId)
    .where('provider', '=', provider)
    .where('checkoutId', '=', checkoutId)
    .executeTakeFirst()

/** The last checkout that was paid since then, with this provider. */
export const findPaid = (
  ctx: Reading,
  { userId, provider, since }: { userId: string; provider: ProviderName; since: Date },
): Promise<CheckoutRow | undefined> =>
  ctx.db
    .selectFrom('checkouts')
    .selectAll()
    .where('userId', '=', userId)
    .where('provider', '=', provider)
    .where('status', '=', 'paid')
    .where('decidedAt', '>=', since)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Creates a checkout; undefined when this user has an open one. If two requests race, only one creates it. */
export const begin = (
  tx: Tx,
  row: Pick<CheckoutRow, 'id' | 'userId' | 'provider' | 'tier' | 'createdAt'>,
): Promise<CheckoutRow | undefined> =>
  tx.db
    .insertInto('checkouts')
    .values({ ...row, status: 'making', checkoutId: null, url: null, decidedAt: null })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

/** Stores the page where a checkout can be paid. Returns false when the checkout has ended meanwhile. */
export async function open(
  tx: Tx,
  id: string,
  { checkoutId, url }: { checkoutId: string; url: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable('checkouts')
    .set({ status: 'open', checkoutId, url })
    .where('id', '=', id)
    .where('status', '=', 'making')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Stores the result of an undecided checkout. */
export async function decide(
  tx: Tx,
  id: string,
  status: 'paid' | 'failed' | 'expired',
  now: Date,
): Promise<void> {
  await tx.db
    .updateTable('checkouts')
    .set({ status, decidedAt: now })
    .where('id', '=', id)
    .where('status', 'in', ['making', 'open'])
    .execute()
}

/** Deletes up to `most` checkouts that were created before. */
export async function deleteOlder(tx: Tx, before: Date, most: number): Promise<number> {
  const { numDeletedRows } = await tx.db
    .deleteFrom('checkouts')
    .where('id', 'in', (eb) =>
      eb.selectFrom('checkouts').select('id').where('createdAt', '<', before).limit(most),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
