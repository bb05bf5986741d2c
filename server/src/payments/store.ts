import { sql, type Selectable } from 'kysely'
import type { Reading, Tx } from '../platform/context.ts'
import type { ProviderName } from './port.ts'
import type { CustomersTable, SubscriptionsTable } from './tables.ts'

export type CustomerRow = Selectable<CustomersTable>
export type SubscriptionRow = Selectable<SubscriptionsTable>

/** Locks this user's payment data until the transaction ends. */
export async function lockUser(tx: Tx, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`payments ${userId}`}, 0))`.execute(
    tx.db,
  )
}

/** The next number of a call to a provider or of its answer. It grows, so it shows which answer is newer. */
export async function nextNumber(ctx: Reading): Promise<number> {
  const { rows } = await sql<{ n: number }>`select nextval('payment_answers') as n`.execute(ctx.db)
  return rows[0]!.n
}

export const findCustomer = (
  ctx: Reading,
  provider: ProviderName,
  userId: string,
): Promise<CustomerRow | undefined> =>
  ctx.db
    .selectFrom('customers')
    .selectAll()
    .where('provider', '=', provider)
    .where('userId', '=', userId)
    .executeTakeFirst()

export const findCustomerById = (
  ctx: Reading,
  provider: ProviderName,
  customerId: string,
): Promise<CustomerRow | undefined> =>
  ctx.db
    .selectFrom('customers')
    .selectAll()
    .where('provider', '=', provider)
    .where('customerId', '=', customerId)
    .executeTakeFirst()

/** The user's customers at all providers, also former ones. */
export const listCustomers = (ctx: Reading, userId: string): Promise<CustomerRow[]> =>
  ctx.db.selectFrom('customers').selectAll().where('userId', '=', userId).execute()

/** Inserts the row unless this user or this customer id has one. */
export async function insertCustomer(
  tx: Tx,
  row: Pick<CustomerRow, 'provider' | 'customerId' | 'userId' | 'createdAt'>,
): Promise<void> {
  await tx.db
    .insertInto('customers')
    .values({ ...row, lookAt: null, closedAt: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function setCustomer(
  tx: Tx,
  { provider, customerId }: Pick<CustomerRow, 'provider' | 'customerId'>,
  change: Partial<Pick<CustomerRow, 'asked' | 'stored' | 'lookAt' | 'closedAt'>>,
): Promise<void> {
  await tx.db
    .updateTable('customers')
    .set(change)
    .where('provider', '=', provider)
    .where('customerId', '=', customerId)
    .execute()
}

/** Schedules a check of this user at `at`, unless an earlier one is scheduled. */
export async function scheduleCheck(
  tx: Tx,
  provider: ProviderName,
  userId: string,
  at: Date,
): Promise<void> {
  await tx.db
    .updateTable('customers')
    .set({ lookAt: sql`least(look_at, ${at})` })
    .where('provider', '=', provider)
    .where('userId', '=', userId)
    .execute()
}

/** A user whose subscriptions are to be checked, as the customer of a provider. */
export type Due = { provider: ProviderName; userId: string }

/** Takes up to `most` customers of any provider who are due; nobody else is given them before `again`. */
export async function takeDueChecks(
  tx: Tx,
  { now, again, most }: { now: Date; again: Date; most: number },
): Promise<Due[]> {
  const { rows } = await sql<Due>`
    update customers set look_at = ${again} where (provider, customer_id) in (
      select provider, customer_id from customers
      where look_at <= ${now} and user_id is not null
        and closed_at is null
      order by look_at limit ${most} for update skip locked)
    returning provider, user_id`.execute(tx.db)
  return rows
}

/** All subscriptions of a user, with every provider. */
export const listSubscriptions = (ctx: Reading, userId: string): Promise<SubscriptionRow[]> =>
  ctx.db
    .selectFrom('subscriptions')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('startedAt', 'desc')
    .orderBy('id')
    .execute()

/** Writes subscriptions from the provider, unless the stored rows are newer. */
export async function putSubscriptions(
  tx: Tx,
  rows: readonly Omit<SubscriptionRow, 'endTold'>[],
): Promise<void> {
  if (rows.length === 0) return
  await tx.db
    .insertInto('subscriptions')
    .values(rows.map((row) => ({ ...row, endTold: null })))
    .onConflict((conflict) =>
      conflict
        .columns(['provider', 'id'])
        .doUpdateSet((eb) => ({
          userId: eb.ref('excluded.userId'),
          status: eb.ref('excluded.status'),
          tier: eb.ref('excluded.tier'),
          cents: eb.ref('excluded.cents'),
          currency: eb.ref('excluded.currency'),
          billedEvery: eb.ref('excluded.billedEvery'),
          currentPeriodEnd: eb.ref('excluded.currentPeriodEnd'),
          cancelAtPeriodEnd: eb.ref('excluded.cancelAtPeriodEnd'),
          endsAt: eb.ref('excluded.endsAt'),
          endedAt: eb.ref('excluded.endedAt'),
          pastDueSince: eb.ref('excluded.pastDueSince'),
          startedAt: eb.ref('excluded.startedAt'),
          changedAt: eb.ref('excluded.changedAt'),
        }))
        .where(
          sql<boolean>`subscriptions.changed_at is null or excluded.changed_at is null
            or excluded.changed_at >= subscriptions.changed_at`,
        ),
    )
    .execute()
}

/** Ends a user's subscriptions that the provider does not know any more. */
export async function endUnknown(
  tx: Tx,
  { provider, userId, now }: { provider: ProviderName; userId: string; now: Date },
  known: readonly string[],
): Promise<void> {
  await tx.db
    .updateTable('subscriptions')
    .set({ status: 'ended', endedAt: now })
    .where('provider', '=', provider)
    .where('userId', '=', userId)
    .where('status', '<>', 'ended')
    .$if(known.length > 0, (query) => query.where('id', 'not in', known))
    .execute()
}

export async function setEndTold(
  tx: Tx,
  { provider, id }: Pick<SubscriptionRow, 'provider' | 'id'>,
  endTold: Date,
): Promise<void> {
  await tx.db
    .updateTable('subscriptions')
    .set({ endTold })
    .where('provider', '=', provider)
    .where('id', '=', id)
    .execute()
}

/** Deletes up to `most` customers that were closed before because their user deleted the account. */
export async function deleteClosed(tx: Tx, before: Date, most: number): Promise<number> {
  const { rows } = await sql<object>`
    delete from customers where (provider, customer_id) in (
      select provider, customer_id from customers
      where closed_at < ${before} and user_id is null limit ${most})
    returning 1`.execute(tx.db)
  return rows.length
}
