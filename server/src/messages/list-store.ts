import type { MessageKind, MessageStatus } from '@carillon/contract/messages'
import { sql } from 'kysely'
import type { Reading, Tx } from '../platform/context.ts'
import type { MessageRow } from './store.ts'

export type Filter = {
  kind?: MessageKind
  userId: string
  statuses?: readonly MessageStatus[]
  groupId?: string
  q?: string
  attention?: boolean
}

/** Where a page ended: among the upcoming by their time, or among the rest by their last change. */
export type Cursor = { upcoming: boolean; at: Date; id: string }

/** Messages that match: those to come by their time, then the rest, the last changed first. */
export async function list(
  reading: Reading,
  filter: Filter,
  cursor: Cursor | undefined,
  limit: number,
): Promise<MessageRow[]> {
  const upcoming =
    cursor && !cursor.upcoming
      ? []
      : await matching(reading, filter)
          .where('nextAt', 'is not', null)
          .$if(cursor !== undefined, (query) =>
            query.where(sql<boolean>`(next_at, messages.id) > (${cursor?.at}, ${cursor?.id})`),
          )
          .orderBy('nextAt')
          .orderBy('messages.id')
          .limit(limit)
          .execute()
  if (upcoming.length === limit) return upcoming
  const rest = await matching(reading, filter)
    .where('nextAt', 'is', null)
    .$if(cursor !== undefined && !cursor.upcoming, (query) =>
      query.where(
        sql<boolean>`(messages.updated_at, messages.id) < (${cursor?.at}, ${cursor?.id})`,
      ),
    )
    .orderBy('messages.updatedAt', 'desc')
    .orderBy('messages.id', 'desc')
    .limit(limit - upcoming.length)
    .execute()
  return [...upcoming, ...rest]
}

function matching(reading: Reading, { userId, kind, statuses, groupId, q, attention }: Filter) {
  let query = reading.db
    .selectFrom('messages')
    .selectAll('messages')
    .where('userId', '=', userId)
    .where('deletedAt', 'is', null)
  if (kind) query = query.where('kind', '=', kind)
  if (statuses) query = query.where('status', 'in', statuses)
  if (attention) query = query.where('attention', 'is not', null)
  if (groupId) {
    query = query.where('messages.id', 'in', (inner) =>
      inner.selectFrom('messageGroups').select('messageId').where('groupId', '=', groupId),
    )
  }
  if (q) {
    const pattern = `%${q.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
    query = query.where((or) =>
      or.or([
        or('title', 'ilike', pattern),
        or.exists(
          or
            .selectFrom('contents')
            .select(sql`1`.as('found'))
            .whereRef('contents.id', '=', 'messages.contentId')
            // Or PostgreSQL reads the texts of everybody first. Those of one person are few enough to be
            // read (5,000 of 4 kB: 0.66 s on two busy cores, 2026-11); a trigram index would cost every write.
            .where('contents.userId', '=', userId)
            .where(sql<boolean>`body ->> 'text' ilike ${pattern}`),
        ),
      ]),
    )
  }
  return query
}

/** How many messages of a user have each status, and how many of these need attention. */
export const count = (
  reading: Reading,
  userId: string,
  kind: MessageKind | undefined,
): Promise<{ status: MessageStatus; messages: number; attention: number }[]> =>
  reading.db
    .selectFrom('messages')
    .select((row) => [
      'status',
      row.fn.countAll<number>().as('messages'),
      row.fn.count<number>('attention').as('attention'),
    ])
    .where('userId', '=', userId)
    .where('deletedAt', 'is', null)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind!))
    .groupBy('status')
    .execute()

/** All messages of a user by id, from below the last one read; not those that are deleted. */
export const listById = (
  reading: Reading,
  userId: string,
  after: string | undefined,
  limit: number,
): Promise<MessageRow[]> =>
  reading.db
    .selectFrom('messages')
    .selectAll()
    .where('userId', '=', userId)
    .where('deletedAt', 'is', null)
    .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute()

/** Rows deleted at once: each may name 5,000 groups, which go with it. */
const ERASED_AT_ONCE = 20

/** Deletes some messages of a user; answers whether there may be more. */
export async function eraseSome(tx: Tx, userId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from messages where id = any(array(
      select id from messages where user_id = ${userId} limit ${ERASED_AT_ONCE}))`.execute(tx.db)
  return numAffectedRows === BigInt(ERASED_AT_ONCE)
}
