import { sql } from 'kysely'
import type { Tx } from '../platform/context.ts'
import type { Refusals } from './refusal-rules.ts'
import type { GroupRow, ChatKey } from './store.ts'

/** Writes the refusals of a group; they are not shown to anybody. */
export async function setRefusals(tx: Tx, id: string, refusals: Refusals): Promise<void> {
  const set = { refusals: JSON.stringify(refusals) }
  await tx.db.updateTable('groups').set(set).where('id', '=', id).execute()
}

/** Whether another chat of the account refuses in the same words, and nothing was accepted in any since then. */
export async function isRefusedEverywhere(
  tx: Tx,
  { accountId, externalId }: ChatKey,
  { words, since }: Refusals,
): Promise<boolean> {
  const others = sql`select from groups
    where account_id = ${accountId} and external_id <> ${externalId} and status <> 'removed'`
  const { rows } = await sql<{ everywhere: boolean }>`
    select exists (${others} and refusals ->> 'words' = ${words}
        and (refusals ->> 'at')::timestamptz >= ${since}::timestamptz)
      and not exists (${others} and last_sent_at >= ${since}::timestamptz) as everywhere`.execute(
    tx.db,
  )
  return rows[0]!.everywhere
}

/** When something was last sent to a group, and when a text alone was, as far as the caller knows. */
export type SentTo = { id: string; at: Date; textAt: Date | null }

/** Writes when something was last sent to groups. */
export async function setSent(tx: Tx, sends: readonly SentTo[]): Promise<void> {
  await sql`
    update groups set last_sent_at = greatest(groups.last_sent_at, v.at) from ${sent(sends)}
    where groups.id = v.id`.execute(tx.db)
}

/** Those of these groups that are stored as not writable, although a message was accepted. */
export async function readLimited(tx: Tx, sends: readonly SentTo[]): Promise<ChatKey[]> {
  const { rows } = await sql<ChatKey>`
    select distinct account_id, external_id from groups, ${sent(sends)}
    where groups.id = v.id and groups.status = 'limited' and groups.updated_at <= v.at`.execute(
    tx.db,
  )
  return rows
}

/** Makes limited groups active again if a text was accepted there after they were limited. Returns them. */
export async function unlimit(
  tx: Tx,
  now: Date,
  sends: readonly SentTo[],
): Promise<Pick<GroupRow, 'id' | 'userId' | 'rev'>[]> {
  const { rows } = await sql<Pick<GroupRow, 'id' | 'userId' | 'rev'>>`
    update groups set status = 'active', code = null, reason = null, rev = rev + 1, updated_at = ${now}
    from ${sent(sends)}
    where groups.id = v.id and groups.status = 'limited' and groups.updated_at <= v.text_at
    returning groups.id, groups.user_id, groups.rev`.execute(tx.db)
  return rows
}

const sent = (sends: readonly SentTo[]) =>
  sql`unnest(${sends.map(({ id }) => id)}::uuid[], ${sends.map(({ at }) => at)}::timestamptz[],
    ${sends.map(({ textAt }) => textAt)}::timestamptz[]) as v(id, at, text_at)`
