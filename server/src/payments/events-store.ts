import { sql, type Selectable } from 'kysely'
import type { Reading, Tx } from '../platform/context.ts'
import type { ProviderName } from './port.ts'
import type { PaymentEventsTable } from './tables.ts'

export type EventRow = Selectable<PaymentEventsTable>

/** Stores an event; false when it is known. */
export async function insert(tx: Tx, row: Omit<EventRow, 'doneAt'>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx.db
    .insertInto('paymentEvents')
    .values({ ...row, doneAt: null })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export const find = (
  ctx: Reading,
  provider: ProviderName,
  eventId: string,
): Promise<EventRow | undefined> =>
  ctx.db
    .selectFrom('paymentEvents')
    .selectAll()
    .where('provider', '=', provider)
    .where('eventId', '=', eventId)
    .executeTakeFirst()

export async function setDone(
  tx: Tx,
  { provider, eventId }: Pick<EventRow, 'provider' | 'eventId'>,
  now: Date,
): Promise<void> {
  await tx.db
    .updateTable('paymentEvents')
    .set({ doneAt: now })
    .where('provider', '=', provider)
    .where('eventId', '=', eventId)
    .execute()
}

/** Deletes up to `most` events that were received before. */
export async function deleteOlder(tx: Tx, before: Date, most: number): Promise<number> {
  const { rows } = await sql<object>`
    delete from payment_events where (provider, event_id) in (
      select provider, event_id from payment_events where received_at < ${before} limit ${most})
    returning 1`.execute(tx.db)
  return rows.length
}
