import { sql } from 'kysely'
import type { Tx } from '../platform/context.ts'

/** Rows deleted at once: some hundredths of a second, in which they are locked. */
const DELIVERIES_AT_ONCE = 1_000

/**
 * Deletes some deliveries of a user; returns whether there may be more. Answers for deliveries on the wire
 * are then ignored.
 */
export async function eraseDeliveries(tx: Tx, userId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from deliveries where id = any(array(
      select id from deliveries where user_id = ${userId} limit ${DELIVERIES_AT_ONCE}))`.execute(
    tx.db,
  )
  return numAffectedRows === BigInt(DELIVERIES_AT_ONCE)
}

/**
 * Deletes some deliveries of these occurrences that have ended for good, and with which nothing is still to be done;
 * returns whether there may be more.
 */
export async function forgetDeliveries(tx: Tx, occurrenceIds: readonly string[]): Promise<boolean> {
  // A person may have retried one of them since it was found.
  const { numAffectedRows } = await sql`
    delete from deliveries
    where status in ('sent', 'failed', 'skipped') and id = any(array(
      select id from deliveries
      where occurrence_id = any(${occurrenceIds}::uuid[]) and status in ('sent', 'failed', 'skipped')
        and not exists (
          select from follow_ups f where f.delivery_id = id and f.done_at is null and f.reason is null)
      limit ${DELIVERIES_AT_ONCE}))`.execute(tx.db)
  return numAffectedRows === BigInt(DELIVERIES_AT_ONCE)
}
