import { sql } from 'kysely'
import type { Tx } from '../../platform/context.ts'

/** Rows deleted at once: some hundredths of a second, in which they are locked. */
const DELIVERIES_AT_ONCE = 1_000
const OCCURRENCES_AT_ONCE = 500

/** Deletes some deliveries of a user; answers whether there may be more. What is on the wire then ends there. */
export async function eraseDeliveries(tx: Tx, userId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from deliveries where id = any(array(
      select id from deliveries where user_id = ${userId} limit ${DELIVERIES_AT_ONCE}))`.execute(
    tx.db,
  )
  return numAffectedRows === BigInt(DELIVERIES_AT_ONCE)
}

/** Deletes some occurrences of a user; answers whether there may be more. */
export async function eraseOccurrences(tx: Tx, userId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from occurrences where id = any(array(
      select id from occurrences where user_id = ${userId} limit ${OCCURRENCES_AT_ONCE}))`.execute(
    tx.db,
  )
  return numAffectedRows === BigInt(OCCURRENCES_AT_ONCE)
}
