import { sql } from 'kysely'
import type { Reading, Tx, Writing } from '../platform/context.ts'
import type { ChatKey } from './store.ts'

/** The groups that a chat is, with the picture that each has. */
export const photosOf = (ctx: Reading, { accountId, externalId }: ChatKey) =>
  ctx.db
    .selectFrom('groups')
    .select(['id', 'userId', 'photoId', 'photoMark'])
    .where('accountId', '=', accountId)
    .where('externalId', '=', externalId)
    .where('status', 'not in', ['removed', 'disconnected'])
    .orderBy('id')
    .execute()

/** Notes that the network is asked for the picture of a chat, so that nobody else does so as well; null: it was not. */
export async function noteAsked(ctx: Writing, { accountId, externalId }: ChatKey, at: Date | null) {
  await ctx.db
    .updateTable('groups')
    .set({ photoAskedAt: at })
    .where('accountId', '=', accountId)
    .where('externalId', '=', externalId)
    .execute()
}

/** The class of the advisory locks of accounts whose turns are taken. */
const TURNS_LOCK = 7264

/**
 * Takes the next turn of an account to ask for the picture of a chat, so long after the one before; undefined when the
 * chat waits for its turn already.
 */
export async function takeTurn(
  tx: Tx,
  { accountId, externalId }: ChatKey,
  now: Date,
  apartMs: number,
): Promise<Date | undefined> {
  // A statement of its own: the one below would not see the turn for which it has waited.
  await sql`select pg_advisory_xact_lock(${TURNS_LOCK}, hashtext(${accountId}))`.execute(tx.db)
  const { rows } = await sql<{ turn: Date }>`
    with last as (
      select max(photo_asked_at) as at from groups
      where account_id = ${accountId} and external_id <> ${externalId})
    update groups set photo_asked_at = greatest(
      ${now}, (select at from last) + make_interval(secs => ${apartMs}::float8 / 1000))
    where account_id = ${accountId} and external_id = ${externalId}
      and (photo_asked_at is null or photo_asked_at <= ${now})
    returning photo_asked_at as turn`.execute(tx.db)
  return rows[0]?.turn
}

/** Takes some chats whose network was not asked since `before`, which others then pass over; none of accounts that are away. */
export async function takeDue(
  ctx: Writing,
  { now, before, limit }: { now: Date; before: Date; limit: number },
): Promise<ChatKey[]> {
  const { rows } = await sql<ChatKey>`
    with due as (
      select g.id from groups g join accounts a on a.id = g.account_id and a.status = 'connected'
      where g.status not in ('removed', 'disconnected') and g.kind <> 'own'
        and (g.photo_asked_at is null or g.photo_asked_at < ${before})
      order by g.photo_asked_at nulls first limit ${limit} for update of g skip locked)
    update groups set photo_asked_at = ${now} from due where groups.id = due.id
    returning account_id, external_id`.execute(ctx.db)
  return rows
}

/** Takes the pictures from some groups that were removed; returns which they were. */
export async function takeOfRemoved(tx: Tx, limit: number): Promise<string[]> {
  const { rows } = await sql<{ photoId: string }>`
    with gone as (
      select id, photo_id from groups where status = 'removed' and photo_id is not null
      order by id limit ${limit} for update skip locked)
    update groups set photo_id = null, photo_mark = null from gone where groups.id = gone.id
    returning gone.photo_id`.execute(tx.db)
  return rows.map(({ photoId }) => photoId)
}
