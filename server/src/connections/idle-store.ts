import type { ChannelKind } from '@carillon/contract/config'
import { sql } from 'kysely'
import type { Reading, Tx } from '../platform/context.ts'

/** Makes the user's connections of these channels idle, and no others; returns those that changed. */
export async function setIdle(
  tx: Tx,
  userId: string,
  channels: readonly ChannelKind[],
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update connections c
    set idle_since = case when a.channel = any(${channels}::text[]) then ${now}::timestamptz end
    from accounts a
    where a.id = c.account_id and c.user_id = ${userId} and c.removed_at is null
      and (a.channel = any(${channels}::text[])) <> (c.idle_since is not null)
    returning c.id`.execute(tx.db)
  return rows.map(({ id }) => id)
}

/** Accounts with credentials that everybody who is connected to them has had idle since before this instant. */
export async function findLongIdle(ctx: Reading, before: Date, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id from accounts a join connections c on c.account_id = a.id and c.removed_at is null
    where a.credentials is not null and not a.shared
      and a.id in (select account_id from connections where idle_since < ${before})
    group by a.id having bool_and(c.idle_since is not null and c.idle_since < ${before})
    order by a.id limit ${most}`.execute(ctx.db)
  return rows.map(({ id }) => id)
}
