import type { WaitCode } from '@carillon/contract/deliveries'
import { sql } from 'kysely'
import type { Reading } from '../platform/context.ts'

/**
 * How many deliveries of an occurrence wait for rules of their groups, for the allowances of their accounts, or until
 * their accounts are no longer restricted, and until when the first one waits.
 */
export type Waiting = {
  count: number
  until: Date
  lastUntil: Date
  /** What the first and the last of them wait for. */
  code: WaitCode
  lastCode: WaitCode
  /** The first of the groups that wait. */
  groupIds: string[]
}

/** Only so many of the groups that wait are named. A list names as many groups of a message. */
const NAMED_MAX = 20

/**
 * Until when a pending delivery waits, in SQL; null if that is not known or it is being sent. `delivery`: the alias of
 * its row.
 */
export const waitsUntil = (delivery: string) =>
  sql.raw(`case
    when ${delivery}.status = 'waiting' and ${delivery}.code in ('quiet_hours', 'cap', 'gap', 'allowance')
      then ${delivery}.not_before
    when ${delivery}.status = 'held' and ${delivery}.code = 'restricted'
      then (select a.restricted_until from accounts a where a.id = ${delivery}.account_id) end`)

/** What waits of these occurrences, if something does. */
export async function readWaiting(
  reading: Reading,
  ids: readonly string[],
): Promise<(Waiting & { id: string })[]> {
  const { rows } = await sql<Waiting & { id: string }>`
    select d.occurrence_id as id, count(*)::int as count, min(${waitsUntil('d')}) as until, max(${waitsUntil('d')}) as last_until,
      (array_agg(d.code order by ${waitsUntil('d')}, d.id))[1] as code,
      (array_agg(d.code order by ${waitsUntil('d')} desc, d.id desc))[1] as last_code,
      (array_agg(d.group_id order by ${waitsUntil('d')}))[1:${NAMED_MAX}] as group_ids
    from deliveries d
    where d.occurrence_id = any(${ids}::uuid[]) and ${waitsUntil('d')} is not null
    group by d.occurrence_id`.execute(reading.db)
  return rows
}
