import { ALBUM_MAX } from '@carillon/contract/content/content'
import { sql, type Selectable } from 'kysely'
import type { Reading, Writing } from '../../platform/context.ts'
import { albumIdOf, messageIdOf } from './credentials.ts'
import { ANNOUNCES } from './parts.ts'
import type { Owned } from './store.ts'
import type { WhatsappTriesTable } from './tables.ts'

export type Try = Pick<Selectable<WhatsappTriesTable>, 'said' | 'state'>

/** Whether a message that was tried may have arrived. */
export const mayBeThere = (tried: Try | undefined): boolean =>
  tried !== undefined && tried.state !== 'unsent'

/** The states of messages that any device has tried, by their ids. */
export async function findTries(
  ctx: Reading,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Try>> {
  const rows = await ctx.db
    .selectFrom('whatsappTries')
    .select(['id', 'said', 'state'])
    .where('accountId', '=', accountId)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, ...tried }) => [id, tried]))
}

/**
 * How many messages accounts have tried, each since an instant of its own. Messages that certainly did not arrive, and
 * those that announce albums, do not count.
 */
export async function countTries(
  ctx: Reading,
  since: ReadonlyMap<string, Date>,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ accountId: string; tries: number }>`
    select v.account_id, n.tries
    from unnest(${[...since.keys()]}::text[], ${[...since.values()]}::timestamptz[]) as v (account_id, since)
    cross join lateral (
      select count(*)::int as tries from whatsapp_tries t
      where t.account_id = v.account_id and t.at >= v.since and t.state <> 'unsent'
        and not starts_with(t.said, ${ANNOUNCES})) n`.execute(ctx.db)
  return new Map(rows.map(({ accountId, tries }) => [accountId, tries]))
}

export async function markAcked(ctx: Writing, accountId: string, id: string): Promise<void> {
  await ctx.db
    .updateTable('whatsappTries')
    .set({ state: 'acked' })
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .execute()
}

/**
 * Marks the messages of a delivery as not arrived, because a person says so. Also those that were confirmed: of an album
 * whose text was edited since, no file would be sent otherwise. Phones that have a message show no other under its id.
 */
export async function markMissing(
  ctx: Writing,
  accountId: string,
  deliveryId: string,
): Promise<void> {
  const first = messageIdOf(deliveryId)
  const files = Array.from({ length: ALBUM_MAX }, (_, index) => messageIdOf(deliveryId, index))
  await ctx.db
    .updateTable('whatsappTries')
    .set({ state: 'unsent' })
    .where('accountId', '=', accountId)
    .where('id', 'in', [...files, albumIdOf(first), messageIdOf(deliveryId, 'text')])
    .execute()
}

/** Marks a message as certainly not arrived, unless the account has a later owner, who may be sending it. */
export async function markUnsent(
  ctx: Writing,
  { accountId, sessionId, epoch }: Owned,
  id: string,
): Promise<void> {
  await sql`
    update whatsapp_tries set state = 'unsent'
    where account_id = ${accountId} and id = ${id} and state = 'doubtful'
      and exists (select from whatsapp_sessions where id = ${sessionId} and epoch = ${epoch})`.execute(
    ctx.db,
  )
}
